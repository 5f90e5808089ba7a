/** A linear scale from time to pixels, and how a window of time is panned, zoomed and fitted. */

export interface Window {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const YEAR = 365.25 * DAY;

const SHORTEST = 10 * MINUTE;
const LONGEST = 2000 * YEAR;
/** Years 1 to 9999, with room. */
const EARLIEST = -62_135_596_800_000;
const LATEST = 253_402_300_799_000;

export class TimeScale {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  /** Pixels a millisecond. */
  readonly k: number;

  constructor(window: Window, width: number) {
    this.from = window.from;
    this.to = window.to;
    this.width = Math.max(1, width);
    this.k = this.width / (window.to - window.from);
  }

  x(ms: number): number {
    return (ms - this.from) * this.k;
  }

  t(x: number): number {
    return this.from + x / this.k;
  }
}

/** A window made valid: not too short, not too long, within the years that can be written. */
export function bounded(window: Window): Window {
  let { from, to } = window;
  if (!(Number.isFinite(from) && Number.isFinite(to)) || to < from) return { from: 0, to: YEAR };
  const span = Math.min(LONGEST, Math.max(SHORTEST, to - from));
  if (span !== to - from) {
    const middle = (from + to) / 2;
    from = middle - span / 2;
    to = middle + span / 2;
  }
  if (from < EARLIEST) return { from: EARLIEST, to: EARLIEST + span };
  if (to > LATEST) return { from: LATEST - span, to: LATEST };
  return { from, to };
}

/** Zooms by `factor` (over 1: in) and keeps the moment `at` where it is. */
export function zoomed(window: Window, at: number, factor: number): Window {
  const span = window.to - window.from;
  const next = Math.min(LONGEST, Math.max(SHORTEST, span / factor));
  const share = (at - window.from) / span;
  const from = at - share * next;
  return bounded({ from, to: from + next });
}

export function panned(window: Window, by: number): Window {
  return bounded({ from: window.from + by, to: window.to + by });
}

/** The window that shows all of a ledger: from its first bound to now or its last, with a margin. */
export function fitted(first: number | null, last: number | null, now: number): Window {
  const from = first === null || !Number.isFinite(first) ? now - YEAR : Math.min(first, now);
  const to = last === null || !Number.isFinite(last) ? now : Math.max(last, now);
  const span = Math.max(DAY, to - from);
  return bounded({ from: from - span * 0.03, to: to + span * 0.09 });
}

/** The share of changes that an opening window may leave out as too long ago. */
const OUTLIERS = 0.2;

/**
 * The window that a ledger opens with: from where four fifths of the changes begin, to now. A birthday
 * forty years ago must not shrink a year of work to a stripe; F shows the whole.
 */
export function opening(
  changes: { from_ms: number; to_ms: number; buckets: readonly number[] },
  now: number,
): Window | null {
  const { from_ms, to_ms, buckets } = changes;
  const total = buckets.reduce((sum, n) => sum + n, 0);
  if (total === 0) return null;
  const width = (to_ms - from_ms) / buckets.length;
  let passed = 0;
  let first = 0;
  for (; first < buckets.length - 1; first++) {
    passed += buckets[first];
    if (passed > total * OUTLIERS) break;
  }
  return fitted(from_ms + first * width, Math.min(to_ms, now), now);
}

/** The window around one bar; open and unknown bounds are taken from the present window. */
export function around(bar: Window, present: Window, now: number): Window {
  const from = Number.isFinite(bar.from) ? bar.from : Math.min(present.from, bar.to);
  const to = Number.isFinite(bar.to) ? bar.to : Math.max(now, from + DAY);
  const span = Math.max(DAY / 4, to - from);
  return bounded({ from: from - span * 0.15, to: to + span * 0.15 });
}
