import { describe, expect, it } from "vitest";

import { around, bounded, DAY, fitted, MINUTE, opening, panned, TimeScale, YEAR, zoomed } from "./scale";

const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };

describe("the time scale", () => {
  it("maps there and back", () => {
    const scale = new TimeScale(year, 730);
    expect(scale.x(year.from)).toBe(0);
    expect(scale.x(year.to)).toBe(730);
    expect(scale.t(scale.x(Date.UTC(2026, 6, 2)))).toBeCloseTo(Date.UTC(2026, 6, 2), 3);
  });

  it("zooms around the pointer", () => {
    const at = Date.UTC(2026, 2, 1);
    const closer = zoomed(year, at, 2);
    expect(closer.to - closer.from).toBeCloseTo((year.to - year.from) / 2, 3);
    const before = new TimeScale(year, 800).x(at);
    expect(new TimeScale(closer, 800).x(at)).toBeCloseTo(before, 6);
  });

  it("stops at ten minutes and at two thousand years", () => {
    let window = year;
    for (let i = 0; i < 60; i++) window = zoomed(window, Date.UTC(2026, 5, 1), 3);
    expect(window.to - window.from).toBeCloseTo(10 * MINUTE, 0);
    for (let i = 0; i < 90; i++) window = zoomed(window, Date.UTC(2026, 5, 1), 1 / 3);
    expect(window.to - window.from).toBeLessThanOrEqual(2000 * YEAR + 1);
  });

  it("does not leave the years that can be written", () => {
    const early = panned({ from: -6e13, to: -5.9e13 }, -1e14);
    expect(new Date(early.from).getUTCFullYear()).toBe(1);
    expect(bounded({ from: NaN, to: 1 }).to).toBeGreaterThan(0);
  });

  it("fits all of a ledger, and now", () => {
    const now = Date.UTC(2026, 10, 18);
    const fit = fitted(Date.UTC(2026, 0, 1), Date.UTC(2026, 5, 1), now);
    expect(fit.from).toBeLessThan(Date.UTC(2026, 0, 1));
    expect(fit.to).toBeGreaterThan(now);
    const empty = fitted(null, null, now);
    expect(empty.to - empty.from).toBeGreaterThan(YEAR);
  });

  it("opens where the changes are, not where the oldest one is", () => {
    const now = Date.UTC(2026, 10, 18);
    const from = Date.UTC(1986, 0, 1);
    const buckets: number[] = Array.from({ length: 240 }, (_, i) => (i === 0 ? 1 : i >= 234 ? 12 : 0));
    const window = opening({ from_ms: from, to_ms: now, buckets }, now);
    expect(new Date(window?.from ?? 0).getUTCFullYear()).toBeGreaterThanOrEqual(2025);
    const width = (now - from) / buckets.length;
    const shown = buckets.reduce(
      (sum, n, i) => sum + (from + i * width >= (window?.from ?? Infinity) ? n : 0),
      0,
    );
    expect(shown / buckets.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(0.8);
    expect(window?.to).toBeGreaterThan(now);
    expect(opening({ from_ms: 0, to_ms: 0, buckets: [] }, now)).toBeNull();
    // A single change is no outlier.
    const single = opening({ from_ms: from, to_ms: from + DAY, buckets: [1, 0] }, now);
    expect(single?.from).toBeLessThan(from);
  });

  it("shows a bar with open ends", () => {
    const now = Date.UTC(2026, 10, 18);
    const open = around({ from: Date.UTC(2026, 9, 1), to: Infinity }, year, now);
    expect(open.from).toBeLessThan(Date.UTC(2026, 9, 1));
    expect(open.to).toBeGreaterThan(now);
    const unknown = around({ from: -Infinity, to: Date.UTC(2026, 3, 1) }, year, now);
    expect(unknown.from).toBeLessThanOrEqual(year.from);
    expect(unknown.to).toBeGreaterThan(Date.UTC(2026, 3, 1));
    expect(unknown.to - unknown.from).toBeGreaterThan(DAY);
  });
});
