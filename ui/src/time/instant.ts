/**
 * Instants as the window handles them: RFC 3339 text where exactness counts (system times have
 * microseconds), milliseconds since the epoch where something is drawn.
 */

const RFC3339 = /^([+-]?\d{4,6})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/;

/** Milliseconds of an instant, with a fraction for microseconds; NaN where it is none. */
export function millis(instant: string): number {
  const parts = RFC3339.exec(instant);
  if (!parts) return NaN;
  const [, year, month, day, hour, minute, second, fraction, offset] = parts;
  const base = utcMillis(
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  const part = fraction ? Number(`0.${fraction}`) * 1000 : 0;
  return base + Math.round(part * 1000) / 1000 - offsetMillis(offset);
}

/** Milliseconds of a lower bound: unknown is −∞. */
export const lowerMillis = (instant: string | null): number =>
  instant === null ? -Infinity : millis(instant);
/** Milliseconds of an upper bound: open is +∞. */
export const upperMillis = (instant: string | null): number =>
  instant === null ? Infinity : millis(instant);

/** `Date.UTC`, but years 0 to 99 mean themselves. */
export function utcMillis(y: number, month: number, d: number, h = 0, mi = 0, s = 0): number {
  const date = new Date(0);
  date.setUTCFullYear(y, month - 1, d);
  date.setUTCHours(h, mi, s, 0);
  return date.getTime();
}

function offsetMillis(offset: string): number {
  if (offset === "Z") return 0;
  const sign = offset.startsWith("-") ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6))) * 60_000;
}

/** First and last moment that the window writes: the years of four digits. */
export const FIRST_MS = utcMillis(1, 1, 1);
export const LAST_MS = utcMillis(9999, 12, 31);

/** The instant of a moment, cut to the millisecond. */
export function instantOf(ms: number): string {
  const clamped = Math.min(LAST_MS, Math.max(FIRST_MS, Math.round(ms)));
  return new Date(clamped).toISOString().replace(".000Z", "Z");
}
