import axe from "axe-core";
import { describe, expect, it } from "vitest";

import { FakeBackend } from "./backend/fake/fake";
import { byTest, lane, openWindow, press, rest, type } from "./testing/window";

/** Contrast needs a browser that lays out; it was computed from the tokens (mock notes, section 6). */
const OPTIONS: axe.RunOptions = { rules: { "color-contrast": { enabled: false } } };

async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document.documentElement, OPTIONS);
  return found.map((v) => `${v.id}: ${v.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

const VIEWS: [string, string, () => Promise<void>][] = [
  ["timeline", "", async () => {}],
  [
    "timeline in the past with a lane",
    "#/ledger/Anna%20Reis/lives%20in?asof=2026-04-20T00:00:00Z&known=2026-04-25T00:00:00Z",
    async () => {
      lane("Anna Reis/lives in").click();
      await rest();
    },
  ],
  ["evidence", "#/ledger/harbor-api/port?tab=evidence", async () => {}],
  ["lanes as a table", "", async () => (press("t", "KeyT"), rest())],
  ["ask", "#/ledger?view=ask&q=What+port+does+harbor-api+use", async () => {}],
  [
    "ask, abstaining",
    "#/ledger?view=ask&asof=2026-07-15T00:00:00Z&q=rate+limit+of+harbor-api",
    async () => {},
  ],
  ["ask, empty", "#/ledger?view=ask", async () => {}],
  [
    "ask, going on from another question",
    "#/ledger?view=ask&q=And+before+that%3F&after=What+port+does+harbor-api+use",
    async () => {},
  ],
  [
    "ask, how plain retrieval works",
    "#/ledger?view=ask&q=What+port+does+harbor-api+use",
    async () => (byTest("retrieval-options").click(), rest(120)),
  ],
  ["settings", "#/ledger?view=settings", async () => {}],
  [
    "settings, changed and wrong",
    "#/ledger?view=settings",
    async () => {
      await type(byTest("set-recency"), "2");
      await type(byTest("set-recall"), "many");
      await rest();
    },
  ],
  [
    "the history of a key in a sentence",
    "#/ledger/harbor-api/port",
    async () => {
      lane("harbor-api/port").click();
      await rest();
      byTest("history-look").click();
      await rest();
    },
  ],
  ["review", "#/ledger?view=review", async () => {}],
  [
    "review, giving another value",
    "#/ledger?view=review&item=held",
    async () => (press("e", "KeyE"), rest(120)),
  ],
  ["palette", "", async () => (press("k", "KeyK", { ctrlKey: true }), rest(120))],
  ["help", "", async () => (press("?", "Slash", { shiftKey: true }), rest(120))],
];

describe.each(["light", "dark"] as const)("axe, %s", (theme) => {
  it.each(VIEWS)("finds nothing in: %s", async (_, hash, then) => {
    const { preferences } = await openWindow(hash);
    preferences.theme = theme;
    await then();
    expect(document.documentElement.dataset.theme).toBe(theme);
    expect(await violations()).toEqual([]);
  });

  it.each(["empty", "failing", "indexing", "overfull"])(
    "finds nothing where the ledger is %s",
    async (name) => {
      const { preferences } = await openWindow("", FakeBackend.named(name));
      preferences.theme = theme;
      await rest();
      expect(await violations()).toEqual([]);
    },
  );
});
