import { describe, expect, it } from "vitest";

import { readEntry } from "./entry";
import { Zone } from "./zone";

const lisbon = new Zone("Europe/Lisbon");
const at = (text: string) => {
  const entry = readEntry(text, lisbon);
  return entry.kind === "at" ? entry.instant : entry;
};

describe("a date typed into a cursor", () => {
  it("may be empty or now", () => {
    expect(readEntry("", lisbon)).toEqual({ kind: "now" });
    expect(readEntry(" Now ", lisbon)).toEqual({ kind: "now" });
  });

  it("is the start of its period in the ledger's zone", () => {
    expect(at("2026")).toBe("2026-01-01T00:00:00Z");
    expect(at("2026-06")).toBe("2026-05-31T23:00:00Z");
    expect(at("2026-06-01")).toBe("2026-05-31T23:00:00Z");
    expect(at("2026-06-01 14:30")).toBe("2026-06-01T13:30:00Z");
  });

  it("may be an exact instant, kept as it is", () => {
    expect(at("2026-06-01T13:30:00.000001z")).toBe("2026-06-01T13:30:00.000001Z");
  });

  it.each(["31 February", "2026-13-01", "2026-02-30", "2026-02-01 25:00", "20260201"])(
    "quotes what cannot be read: %s",
    (text) => {
      const entry = readEntry(text, lisbon);
      expect(entry.kind).toBe("wrong");
      expect(entry.kind === "wrong" && entry.message).toContain(`“${text}”`);
    },
  );
});
