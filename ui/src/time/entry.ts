/** Reads a date typed into a cursor's field. Words ("last March") belong to a question, not here. */
import { instantOf, millis } from "./instant";
import type { Zone } from "./zone";

export type Entry = { kind: "now" } | { kind: "at"; instant: string } | { kind: "wrong"; message: string };

const CIVIL = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2}):(\d\d)(?::(\d\d))?)?)?)?$/;

/** `now`, `2026`, `2026-04`, `2026-04-20`, `2026-04-20 14:30` or an RFC 3339 instant. */
export function readEntry(text: string, zone: Zone): Entry {
  const typed = text.trim();
  if (typed === "" || typed.toLowerCase() === "now") return { kind: "now" };
  const exact = millis(typed.toUpperCase());
  if (!Number.isNaN(exact)) return { kind: "at", instant: typed.toUpperCase() };
  const parts = CIVIL.exec(typed);
  if (!parts) return { kind: "wrong", message: `“${typed}” is no date: write 2026-04-20, 2026-04 or now` };
  const [year, month, day, hour, minute, second] = parts
    .slice(1)
    .map((p) => (p === undefined ? null : Number(p)));
  if (month !== null && (month < 1 || month > 12))
    return { kind: "wrong", message: `“${typed}” has no such month` };
  if (day !== null && (day < 1 || day > daysOf(year ?? 0, month ?? 1))) {
    return { kind: "wrong", message: `“${typed}” has no such day` };
  }
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) {
    return { kind: "wrong", message: `“${typed}” has no such time of day` };
  }
  const ms = zone.moment(year ?? 1, month ?? 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0);
  return { kind: "at", instant: instantOf(ms) };
}

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
