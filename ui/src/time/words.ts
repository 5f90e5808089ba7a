/** Dates as they are written on screen: ISO, at the precision known, in the ledger's zone. */
import type { Precision } from "../backend/types";
import { millis } from "./instant";
import type { Zone } from "./zone";

const two = (n: number): string => String(n).padStart(2, "0");
const four = (n: number): string => (n < 0 ? `-${String(-n).padStart(4, "0")}` : String(n).padStart(4, "0"));

/** A moment at a given precision: `2026`, `2026-Q2`, `2026-04`, `2026-04-20`, `2026-04-20 09:41`. */
export function writeMoment(ms: number, precision: Precision, zone: Zone): string {
  const { year, month, day, hour, minute } = zone.civil(ms);
  switch (precision) {
    case "year":
      return four(year);
    case "quarter":
      return `${four(year)}-Q${Math.ceil(month / 3)}`;
    case "month":
      return `${four(year)}-${two(month)}`;
    case "week":
    case "day":
      return `${four(year)}-${two(month)}-${two(day)}`;
    case "instant":
      return `${four(year)}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
  }
}

/** The day of a moment. */
export const writeDay = (ms: number, zone: Zone): string => writeMoment(ms, "day", zone);

/** A day where the moment is its start, else day and time. */
export function writeExact(ms: number, zone: Zone): string {
  const { hour, minute, second } = zone.civil(ms);
  return writeMoment(ms, hour === 0 && minute === 0 && second === 0 ? "day" : "instant", zone);
}

/** A lower bound; null is "unknown". */
export function writeFrom(instant: string | null, precision: Precision, zone: Zone): string {
  return instant === null ? "unknown" : writeMoment(millis(instant), precision, zone);
}

/** An upper bound, to the day; null is "∞". */
export function writeTo(instant: string | null, zone: Zone): string {
  return instant === null ? "∞" : writeDay(millis(instant), zone);
}

export const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A whole number with its thousands set apart. */
export function writeCount(n: number): string {
  return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
export function writeRank(n: number): string {
  const tens = n % 100;
  if (tens >= 11 && tens <= 13) return `${n}th`;
  return `${n}${["th", "st", "nd", "rd"][n % 10] ?? "th"}`;
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${writeCount(n)} ${n === 1 ? one : many}`;
}

/** A relation as it is read: its normal form joins words by underscores. */
export const showName = (name: string): string => name.replaceAll("_", " ");
