import { describe, expect, it } from "vitest";

import { hashOf, HOME, type Link, readLink, urlOf, writeLink } from "./link";

const FULL: Link = {
  page: "ask",
  asOf: "2026-04-19T23:00:00Z",
  knownAt: "2026-04-25T10:26:00.000001Z",
  win: { from: Date.UTC(2025, 11, 20), to: Date.UTC(2026, 11, 20) },
  key: { subject: "Anna Reis/née Ó?#&", relation: "lives in", scope: "100 % of it" },
  fact: "f12",
  tab: "evidence",
  after: ["Who owns it? & why #1", "And before that?"],
  question: "What port & since when? 50 % + more #1",
  filter: "harbor api",
  item: "ev 7 & more",
};

describe("links", () => {
  it("survive the round trip, as hash and as link of the program", () => {
    expect(readLink(hashOf(FULL))).toEqual(FULL);
    expect(readLink(urlOf(FULL))).toEqual(FULL);
  });

  it("are short where nothing is set", () => {
    expect(writeLink(HOME)).toBe("ledger");
    expect(readLink("")).toEqual(HOME);
    expect(readLink("#")).toEqual(HOME);
    expect(urlOf({ ...HOME, key: { subject: "anna", relation: "lives-in", scope: null } })).toBe(
      "memstrata://ledger/anna/lives-in",
    );
  });

  it("leave out what cannot be read", () => {
    const link = readLink("#/ledger/anna?asof=yesterday&known=2026-02-30T&win=b..a&sel=12&view=no&tab=x");
    expect(link).toEqual(HOME);
    expect(readLink("#/ledger/%E0%A4%A/x").key).toEqual({ subject: "%E0%A4%A", relation: "x", scope: null });
  });

  it("take a bare date as its start in UTC", () => {
    expect(readLink("#/ledger?asof=2026-04-20").asOf).toBe("2026-04-20T00:00:00Z");
  });
});
