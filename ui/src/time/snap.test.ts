import { describe, expect, it } from "vitest";

import { following, nearest } from "./snap";
import { plural, writeCount, writeMoment, writeRank } from "./words";
import { millis } from "./instant";
import { Zone } from "./zone";

describe("snapping", () => {
  const same = (x: number) => x;

  it("takes the nearest within reach", () => {
    expect(nearest([10, 30, 33], same, 31, 6)).toBe(30);
    expect(nearest([10, 30, 33], same, 32, 6)).toBe(33);
    expect(nearest([10], same, 16, 6)).toBe(10);
    expect(nearest([10], same, 17, 6)).toBeNull();
  });

  it("finds the next and the previous change, whatever the order", () => {
    const moments = [50, 10, Infinity, 30, -Infinity, 30];
    expect(following(moments, 10, false)).toBe(30);
    expect(following(moments, 50, false)).toBeNull();
    expect(following(moments, 50, true)).toBe(30);
    expect(following(moments, 10, true)).toBeNull();
  });
});

describe("dates in words", () => {
  const lisbon = new Zone("Europe/Lisbon");
  const at = millis("2026-05-31T23:41:00Z");

  it("stand at the precision known", () => {
    expect(writeMoment(at, "year", lisbon)).toBe("2026");
    expect(writeMoment(at, "quarter", lisbon)).toBe("2026-Q2");
    expect(writeMoment(at, "month", lisbon)).toBe("2026-06");
    expect(writeMoment(at, "day", lisbon)).toBe("2026-06-01");
    expect(writeMoment(at, "instant", lisbon)).toBe("2026-06-01 00:41");
  });

  it("count and rank", () => {
    expect(writeCount(1234567)).toBe("1,234,567");
    expect([1, 2, 3, 4, 11, 12, 13, 21, 102].map(writeRank)).toEqual([
      "1st",
      "2nd",
      "3rd",
      "4th",
      "11th",
      "12th",
      "13th",
      "21st",
      "102nd",
    ]);
    expect(plural(1, "key")).toBe("1 key");
    expect(plural(2, "passage on", "passages on")).toBe("2 passages on");
  });
});
