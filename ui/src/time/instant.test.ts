import { describe, expect, it } from "vitest";

import { instantOf, lowerMillis, millis, upperMillis } from "./instant";

describe("instants", () => {
  it("keep their microseconds as a fraction", () => {
    expect(millis("2026-03-01T09:00:01.000001Z")).toBeCloseTo(Date.UTC(2026, 2, 1, 9, 0, 1) + 0.001, 6);
  });

  it("apply an offset", () => {
    expect(millis("2026-05-01T13:00:00+02:00")).toBe(millis("2026-05-01T11:00:00Z"));
    expect(millis("2026-05-01T07:30:00-03:30")).toBe(millis("2026-05-01T11:00:00Z"));
  });

  it("reach the years 1 to 99 and beyond 9999", () => {
    expect(new Date(millis("0044-03-15T00:00:00Z")).getUTCFullYear()).toBe(44);
    expect(new Date(millis("+12026-03-15T00:00:00Z")).getUTCFullYear()).toBe(12026);
  });

  it("are NaN where they are none", () => {
    for (const text of ["yesterday", "2026-03-01", "", "2026-03-01T09:00:00"]) expect(millis(text)).toBeNaN();
  });

  it("are written to the millisecond, within four-digit years", () => {
    expect(instantOf(Date.UTC(2026, 3, 20))).toBe("2026-04-20T00:00:00Z");
    expect(instantOf(Date.UTC(2026, 3, 20) + 1.4)).toBe("2026-04-20T00:00:00.001Z");
    expect(instantOf(-1e18)).toBe("0001-01-01T00:00:00Z");
    expect(instantOf(1e18)).toBe("9999-12-31T00:00:00Z");
  });

  it("read open and unknown bounds as infinite", () => {
    expect(lowerMillis(null)).toBe(-Infinity);
    expect(upperMillis(null)).toBe(Infinity);
  });
});
