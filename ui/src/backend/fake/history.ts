/** The history of a key in a sentence, by the fake backend. */
import { BackendError } from "../backend";
import type { HistoryClaim } from "../types";
import { showName, writeDay } from "../../time/words";
import type { LogKey } from "./log";
import { beliefs, type Told, ZONE } from "./rules";

export function historyOf(
  told: Told[],
  log: LogKey[],
  subject: string,
  relation: string,
  before: { id: string; text: string } | null,
): HistoryClaim {
  const key = log.find((k) => k.subject === subject && k.relation === relation);
  if (!key) {
    throw new BackendError({
      code: "not_found",
      message: `There is no key ${subject} · ${relation}.`,
      hint: null,
    });
  }
  const day = (ms: number) => writeDay(ms, ZONE);
  const list = beliefs(told, key, Infinity, null);
  const parts = list.map((belief) => {
    const from = Number.isFinite(belief.from) ? ` from ${day(belief.from)}` : "";
    const to = Number.isFinite(belief.to) ? ` until ${day(belief.to)}` : "";
    return `${belief.object}${from}${to}`;
  });
  const text = `The ${showName(relation)} of ${subject}: ${parts.join("; ")}.`;
  const same = before?.text === text;
  return {
    text,
    entries: list.length,
    claim: same ? before.id : null,
    replaces: before !== null && !same,
    changed: !same,
  };
}
