/** Cursors snap to what lies near them on screen. */

/** The candidate nearest to `x`, where one is within `reach` pixels. Candidates need no order. */
export function nearest<T>(
  candidates: Iterable<T>,
  place: (candidate: T) => number,
  x: number,
  reach: number,
): T | null {
  let best: T | null = null;
  let distance = reach;
  for (const candidate of candidates) {
    const d = Math.abs(place(candidate) - x);
    if (d < distance || (d === distance && best === null)) {
      best = candidate;
      distance = d;
    }
  }
  return best;
}

/** The next (or, with `back`, the previous) of some moments after `at`; null where there is none. */
export function following(moments: Iterable<number>, at: number, back: boolean): number | null {
  let best: number | null = null;
  for (const ms of moments) {
    if (!Number.isFinite(ms)) continue;
    if (back ? ms < at && (best === null || ms > best) : ms > at && (best === null || ms < best)) best = ms;
  }
  return best;
}
