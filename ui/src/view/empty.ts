/** What is said where there is nothing yet: what is empty, and the command that tells it something. */
import type { LedgerInfo } from "../backend/types";

/** The space that every ledger has; a command that names none means it. */
export const DEFAULT_SPACE = "default";

export interface EmptyWords {
  title: string;
  detail: string;
  command: string;
}

export function emptyWords(info: Pick<LedgerInfo, "space"> | null): EmptyWords {
  const space = info === null || info.space === DEFAULT_SPACE ? null : info.space;
  return {
    title: space === null ? "This ledger is empty." : `The space “${space}” is empty.`,
    detail: "Tell it something in a terminal:",
    command: `memstrata remember "The port is 8080."${space === null ? "" : ` --space ${shellWord(space)}`}`,
  };
}

/** A word as a shell reads it as one word. */
export const shellWord = (word: string): string =>
  /^[\w%+,./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
