import { describe, expect, it } from "vitest";

import { DAY, HOUR, TimeScale } from "./scale";
import { ticks } from "./ticks";
import { Zone } from "./zone";

const lisbon = new Zone("Europe/Lisbon");
const labels = (from: number, to: number, width = 600) =>
  ticks(new TimeScale({ from, to }, width), lisbon)
    .map((tick) => tick.label)
    .filter(Boolean);

describe("ticks of the ruler", () => {
  it("name months, with the year in January's place", () => {
    expect(labels(Date.UTC(2025, 10, 20), Date.UTC(2026, 10, 20))).toEqual([
      "Dec",
      "2026",
      "Feb",
      "Mar",
      "Apr",
      "May",
      "Jun",
      "Jul",
      "Aug",
      "Sep",
      "Oct",
      "Nov",
    ]);
  });

  it("leave a year its room where quarters have none", () => {
    const years = labels(Date.UTC(2020, 0, 15), Date.UTC(2027, 2, 1), 500);
    expect(years).toEqual(["2021", "2022", "2023", "2024", "2025", "2026", "2027"]);
  });

  it("stand at the start of the month in the ledger's zone", () => {
    const june = ticks(
      new TimeScale({ from: Date.UTC(2026, 4, 20), to: Date.UTC(2026, 9, 1) }, 600),
      lisbon,
    ).find((tick) => tick.label === "Jun");
    expect(june?.ms).toBe(Date.UTC(2026, 4, 31, 23));
  });

  it("name hours within a day, and the day at midnight", () => {
    const shown = labels(Date.UTC(2026, 0, 10, 20), Date.UTC(2026, 0, 11, 4), 900);
    expect(shown).toContain("21:00");
    expect(shown).toContain("11 Jan");
  });

  it("go through a change to winter time without stalling", () => {
    const found = ticks(
      new TimeScale({ from: Date.UTC(2026, 9, 24), to: Date.UTC(2026, 9, 27) }, 1200),
      lisbon,
    );
    const gaps = found.slice(1).map((tick, i) => tick.ms - found[i].ms);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
    expect(found[found.length - 1].ms).toBeGreaterThan(Date.UTC(2026, 9, 26));
  });

  it.each([2 * HOUR, DAY, 20 * DAY, 200 * DAY, 4000 * DAY, 400_000 * DAY])(
    "are few and far enough at %d ms",
    (span) => {
      const middle = Date.UTC(2026, 5, 1);
      const found = ticks(new TimeScale({ from: middle - span / 2, to: middle + span / 2 }, 900), lisbon);
      expect(found.length).toBeGreaterThan(1);
      const words = found.filter((tick) => tick.label);
      expect(words.length).toBeGreaterThan(1);
      expect(words.length).toBeLessThan(30);
      for (let i = 1; i < words.length; i++) expect(words[i].x - words[i - 1].x).toBeGreaterThan(24);
    },
  );
});
