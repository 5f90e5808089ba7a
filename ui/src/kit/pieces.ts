/** Cuts a text at byte ranges, as the ledger gives them, without ever cutting a character. */

export type PieceKind = "plain" | "mark" | "stale" | "strong";

export interface Piece {
  kind: PieceKind;
  text: string;
  /** What a stale piece says aside. */
  note?: string;
}

export interface Range {
  /** Bytes of UTF-8, half-open. */
  span: readonly [number, number];
  kind: PieceKind;
  note?: string;
}

/** Ranges that overlap an earlier one, or lie outside the text, are left out. */
export function piecesOf(text: string, ranges: readonly Range[]): Piece[] {
  const at = characterIndex(text);
  const length = at.length - 1;
  const pieces: Piece[] = [];
  let done = 0;
  for (const { span, kind, note } of [...ranges].sort((a, b) => a.span[0] - b.span[0])) {
    const [from, to] = span;
    if (!(from >= done && from < to && to <= length)) continue;
    const before = text.slice(at[done], at[from]);
    const inside = text.slice(at[from], at[to]);
    if (inside === "") continue;
    if (before !== "") pieces.push({ kind: "plain", text: before });
    pieces.push(note === undefined ? { kind, text: inside } : { kind, text: inside, note });
    done = to;
  }
  const rest = text.slice(at[done]);
  if (rest !== "") pieces.push({ kind: "plain", text: rest });
  return pieces;
}

/** The same with plain text cut to so many characters on each side of what is marked, at a word. */
export function shortened(pieces: Piece[], around: number): Piece[] {
  const marked = (i: number) => i >= 0 && i < pieces.length && pieces[i].kind !== "plain";
  return pieces.map((piece, i) => {
    const { text } = piece;
    if (piece.kind !== "plain" || text.length <= 2 * around) return piece;
    // The head of a text without marks, and what stands beside a mark.
    const leads = marked(i - 1) || (i === 0 && !marked(i + 1));
    const head = text.slice(0, around).replace(/\s+\S*$|[\uD800-\uDBFF]$/, "");
    const tail = text.slice(-around).replace(/^\S*\s+|^[\uDC00-\uDFFF]/, "");
    return { ...piece, text: `${leads ? `${head} ` : ""}…${marked(i + 1) ? ` ${tail}` : ""}` };
  });
}

/** For every byte of the text, the UTF-16 index of the character it belongs to; and the end. */
function characterIndex(text: string): number[] {
  const index: number[] = [];
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let i = 0; i < bytes; i++) index.push(at);
    at += character.length;
  }
  index.push(at);
  return index;
}
