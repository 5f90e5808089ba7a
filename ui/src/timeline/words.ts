/** Marks and rows in words: for cells, tooltips and the live region. */
import { MarkFlag, type Marks, MarkState } from "../backend/marks";
import { writeDay } from "../time/words";
import type { Zone } from "../time/zone";

const STATE_WORDS: Record<number, string> = {
  [MarkState.current]: "current",
  [MarkState.past]: "past",
  [MarkState.future]: "not yet",
  [MarkState.disputed]: "conflict",
  [MarkState.rival]: "conflict, the other value",
  [MarkState.withdrawn]: "withdrawn",
};

export function stateWords(state: number): string {
  return STATE_WORDS[state] ?? "past";
}

/** A mark's state in words, and whether its value is in doubt. */
export function standsWords(marks: Marks, i: number): string {
  const doubt = marks.flags[i] & MarkFlag.uncertain ? ", uncertain" : "";
  return `${stateWords(marks.state[i])}${doubt}`;
}

/** `2026-01-12 → 2026-04-02`, with unknown and open bounds in their own words. */
export function spanWords(from: number, to: number, zone: Zone): string {
  const start = Number.isFinite(from) ? writeDay(from, zone) : "unknown";
  const end = Number.isFinite(to) ? writeDay(to, zone) : "∞";
  return `${start} → ${end}`;
}

/** "Paris, unknown to 2026-02-14, past". */
export function markWords(marks: Marks, i: number, zone: Zone): string {
  const start = Number.isFinite(marks.from[i]) ? writeDay(marks.from[i], zone) : "unknown start";
  const end = Number.isFinite(marks.to[i]) ? writeDay(marks.to[i], zone) : "open";
  if (marks.count[i] > 1) return `${marks.count[i]} changes, ${start} to ${end}`;
  const label = marks.labels[marks.label[i]] ?? "";
  return `${label}, ${start} to ${end}, ${standsWords(marks, i)}`;
}
