import { describe, expect, it } from "vitest";

import { instantOf, millis } from "./instant";
import { Zone } from "./zone";

const lisbon = new Zone("Europe/Lisbon");

describe("civil time", () => {
  it("follows summer time", () => {
    expect(lisbon.civil(millis("2026-06-30T23:30:00Z"))).toMatchObject({
      month: 7,
      day: 1,
      hour: 0,
      minute: 30,
    });
    expect(lisbon.civil(millis("2026-01-31T23:30:00Z"))).toMatchObject({ month: 1, day: 31, hour: 23 });
  });

  it("finds the start of a day", () => {
    expect(instantOf(lisbon.moment(2026, 6, 1))).toBe("2026-05-31T23:00:00Z");
    expect(instantOf(lisbon.moment(2026, 12, 1))).toBe("2026-12-01T00:00:00Z");
  });

  it("takes the first moment after a gap", () => {
    // Clocks go from 01:00 to 02:00 on 29 March 2026.
    expect(instantOf(lisbon.moment(2026, 3, 29, 1, 30))).toBe("2026-03-29T01:00:00Z");
  });

  it("takes the first of two equal times", () => {
    // 01:30 exists twice on 25 October 2026: 00:30 and 01:30 UTC.
    expect(instantOf(lisbon.moment(2026, 10, 25, 1, 30))).toBe("2026-10-25T00:30:00Z");
  });

  it("carries months over into years", () => {
    expect(lisbon.moment(2026, 13, 1)).toBe(lisbon.moment(2027, 1, 1));
  });

  it("reads an unknown zone as UTC", () => {
    expect(new Zone("Mars/Olympus").name).toBe("UTC");
  });

  it("knows zones with offsets of quarter hours", () => {
    expect(instantOf(new Zone("Asia/Kathmandu").moment(2026, 1, 1))).toBe("2025-12-31T18:15:00Z");
  });
});
