import { cleanup } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";

import { FakeBackend } from "./backend/fake/fake";
import { MARKUP } from "./backend/fake/overfull";
import { allByTest, byTest, lane, openWindow, press, rest, type, valueOf } from "./testing/window";

describe("the window on a ledger", () => {
  it("lists subjects and lanes with their values now", async () => {
    await openWindow();
    expect(byTest("ledger-name").textContent).toContain("Home ledger");
    expect(byTest("lanes-grid").getAttribute("role")).toBe("treegrid");
    expect(
      allByTest("group-row")
        .map((row) => row.textContent?.trim())
        .join(),
    ).toContain("Anna Reis");
    expect(valueOf("Anna Reis/lives in")).toBe("Lisbon");
    expect(valueOf("harbor-api/port")).toBe("8080");
    expect(lane("Anna Reis/employer").textContent).toContain("conflict");
    expect(document.querySelector("canvas")?.getAttribute("aria-hidden")).toBe("true");
    expect(document.documentElement.dataset.firstLanesMs).toMatch(/^\d+$/);
    expect(byTest("status").textContent).toContain("index ready");
  });

  it("goes to another space by its name, and says which it is in", async () => {
    const { fake } = await openWindow("", FakeBackend.named("overfull"));
    expect(byTest("ledger-name").textContent.trim()).toBe("Home ledger");
    byTest("ledger-name").click();
    await rest();
    const entries = [...byTest("spaces").querySelectorAll("button")];
    expect(entries.map((entry) => entry.getAttribute("aria-current"))).toEqual(["true", "false", "false"]);
    entries[1].click();
    await rest();
    expect(byTest("ledger-name").textContent).toContain("work");
    expect(fake.calls.openSpace).toBe(1);
    expect(document.querySelector('[data-testid="spaces"]')).toBeNull();
  });

  it("opens Details on a lane, with its sources behind a tab", async () => {
    await openWindow();
    lane("harbor-api/port").click();
    await rest();
    expect(byTest("details-value").textContent).toBe("8080");
    expect(byTest("details-sentence").textContent).toMatch(/^Current since 2026-04-02/);
    expect(allByTest("key-value").map((row) => row.dataset.state)).toEqual(["withdrawn", "current", "past"]);
    byTest("tab-evidence").click();
    await rest();
    const evidence = allByTest("evidence");
    expect(evidence).toHaveLength(3);
    expect(evidence[0].querySelector("mark")?.textContent).toBe("8080");
    await rest(250);
    expect(location.hash).toContain("tab=evidence");
  });

  it("shows the past when AS OF is set, and returns", async () => {
    await openWindow();
    byTest("as-of-chip").click();
    await rest();
    await type(byTest("as-of-input"), "2026-03-01");
    byTest("as-of-input").closest("form")?.requestSubmit();
    await rest();
    expect(valueOf("harbor-api/port")).toBe("8000");
    expect(byTest("past-strip").textContent).toContain("You see 2026-03-01, as known now");
    expect(location.hash).toContain("asof=2026-03-01T00:00:00Z");
    byTest("return-now").click();
    await rest();
    expect(valueOf("harbor-api/port")).toBe("8080");
    expect(document.querySelector('[data-testid="past-strip"]')).toBeNull();
  });

  it("shows what was believed when AS KNOWN is set", async () => {
    await openWindow("#/ledger/Anna%20Reis/lives%20in?asof=2026-04-20T00:00:00Z&known=2026-04-25T00:00:00Z");
    expect(valueOf("Anna Reis/lives in")).toBe("Berlin");
    expect(lane("Anna Reis/lives in").textContent).toContain("believed otherwise today");
    expect(byTest("past-strip").textContent).toMatch(/2 of \d+ values are believed otherwise today/);
    expect(byTest("believed-today").textContent).toBe("Hamburg");
    expect(byTest("strip-place").textContent).toMatch(/^commit \d+ of \d+$/);
  });

  it("refuses a date that is none, quoting it", async () => {
    await openWindow();
    byTest("as-known-chip").click();
    await rest();
    await type(byTest("as-known-input"), "31 February");
    expect(document.querySelector("#known-entry-note")?.textContent).toContain("“31 February”");
    byTest("as-known-input").closest("form")?.requestSubmit();
    await rest();
    expect(location.hash).not.toContain("known=");
  });

  it("asks both ways and marks the stale answer", async () => {
    await openWindow("#/ledger?view=ask");
    await type(byTest("ask-input"), "What port does harbor-api use?");
    byTest("ask-submit").closest("form")?.requestSubmit();
    await rest();
    expect(byTest("plain-answer").textContent).toContain("8000");
    expect(byTest("plain-answer").textContent).toContain("was true until 2026-04-02");
    expect(byTest("plain-answer").querySelector(".stale-w")).not.toBeNull();
    expect(byTest("temporal-answer").textContent).toContain("8080");
    expect(byTest("temporal-answer").dataset.state).toBe("current");
    expect(byTest("verdict").dataset.kind).toBe("plain_stale");
    expect(byTest("verdict").textContent).toContain("They disagree");
    expect(allByTest("left-out")[0].textContent).toContain("Left out: ");
    byTest("open-lane").click();
    await rest();
    expect(byTest("details-value").textContent).toBe("8080");
    expect(lane("harbor-api/port").getAttribute("aria-selected")).toBe("true");
  });

  it("abstains as an answer, and says why", async () => {
    await openWindow("#/ledger?view=ask&asof=2026-07-15T00:00:00Z&q=What+is+the+rate+limit+of+harbor-api");
    expect(byTest("temporal-answer").textContent).toContain("No value is known");
    expect(byTest("temporal-explanation").textContent).toContain("ended on 2026-07-01");
    expect(byTest("verdict").dataset.kind).toBe("abstained");
  });

  it("takes over what another program tells, and keeps selection, cursors and link", async () => {
    const { fake } = await openWindow("#/ledger/harbor-api/port?asof=2026-11-17T00:00:00Z");
    const before = location.hash;
    fake.tell("harbor-api", "port", "9090", "2026-11-10");
    await rest();
    expect(valueOf("harbor-api/port")).toBe("9090");
    expect(byTest("live").textContent).toContain("1 new commit");
    expect(lane("harbor-api/port").getAttribute("aria-selected")).toBe("true");
    expect(byTest("as-of-chip").textContent).toContain("2026-11-17");
    expect(before).toContain("asof=");
    fake.tell("harbor-api", "owner", "Priya", "2026-11-02");
    await rest();
    expect(valueOf("harbor-api/owner")).toBe("Priya");
  });

  it("goes back through its steps", async () => {
    await openWindow();
    byTest("rail-ask").click();
    await rest();
    expect(document.querySelector('[data-testid="ask"]')).not.toBeNull();
    history.back();
    await rest(120);
    expect(document.querySelector('[data-testid="timeline"]')).not.toBeNull();
  });
});

describe("the window by keyboard", () => {
  it("walks lanes and bars", async () => {
    await openWindow();
    byTest("lanes-grid").focus();
    press("ArrowDown", "ArrowDown");
    press("ArrowDown", "ArrowDown");
    press("ArrowDown", "ArrowDown");
    await rest();
    expect(lane("Anna Reis/lives in").getAttribute("aria-selected")).toBe("true");
    const cells = () => allByTest("bar-cell").map((cell) => cell.textContent);
    expect(cells()[0]).toBe("Paris, unknown start to 2026-02-14, past");
    expect(byTest("details-value").textContent).toBe("Lisbon");
    press("ArrowLeft", "ArrowLeft");
    await rest();
    expect(byTest("details-value").textContent).toBe("Berlin");
    const active = byTest("lanes-grid").getAttribute("aria-activedescendant") ?? "";
    expect(document.getElementById(active)?.textContent).toContain("Berlin, 2026-05-05 to 2026-08-01");
  });

  it("closes and opens a subject", async () => {
    await openWindow();
    byTest("lanes-grid").focus();
    press("ArrowDown", "ArrowDown");
    press("ArrowLeft", "ArrowLeft");
    await rest();
    expect(byTest("group-row").getAttribute("aria-expanded")).toBe("false");
    expect(document.querySelector('[data-key="Anna Reis/lives in"]')).toBeNull();
    press("ArrowRight", "ArrowRight");
    await rest();
    expect(lane("Anna Reis/lives in")).toBeTruthy();
  });

  it("moves both cursors by change and by commit", async () => {
    await openWindow("#/ledger/harbor-api/port");
    press(",", "Comma");
    await rest();
    expect(byTest("as-of-chip").textContent).toContain("2026-04-02");
    press("<", "Comma", { shiftKey: true });
    await rest();
    expect(byTest("as-known-chip").textContent).toContain("2026-11-03");
    press("0", "Digit0");
    await rest();
    expect(byTest("as-of-chip").textContent).toContain("now");
  });

  it("moves the cursors where they stand, as sliders", async () => {
    await openWindow();
    byTest("known-diamond").focus();
    press("Home", "Home");
    await rest();
    expect(byTest("known-diamond").getAttribute("aria-valuetext")).toContain("AS KNOWN 2026-01-08");
    expect(byTest("known-diamond").getAttribute("aria-valuenow")).toBe("1");
    press("End", "End");
    await rest();
    expect(byTest("known-diamond").getAttribute("aria-valuetext")).toBe("now");
    byTest("asof-flag").focus();
    press("ArrowLeft", "ArrowLeft");
    await rest();
    expect(byTest("asof-flag").getAttribute("aria-valuetext")).toContain("AS OF 2026-11-17");
  });

  it("moves AS KNOWN on the strip, to a commit where one is near", async () => {
    await openWindow();
    const strip = document.querySelector<HTMLElement>(".tl-strip");
    const at = (type: string, x: number) =>
      strip?.dispatchEvent(
        new PointerEvent(type, {
          clientX: x,
          clientY: 20,
          pointerId: 1,
          button: 0,
          buttons: 1,
          bubbles: true,
        }),
      );
    at("pointerdown", 500);
    at("pointermove", 300);
    at("pointerup", 300);
    await rest();
    expect(byTest("as-known-chip").textContent).toMatch(/AS KNOWN\s+2026-0\d-\d\d/);
    expect(location.hash).toContain("known=2026-");
    expect(byTest("strip-place").textContent).toMatch(/^commit \d+ of \d+$/);
    at("pointerdown", 300);
    at("pointermove", 900);
    at("pointerup", 900);
    await rest();
    expect(byTest("as-known-chip").textContent).toContain("now");
  });

  it("finds keys, commands and dates in the palette", async () => {
    await openWindow();
    press("k", "KeyK", { ctrlKey: true });
    await rest(120);
    const input = byTest("palette-input");
    await type(input, "port");
    await rest();
    expect(byTest("palette").textContent).toContain("port, harbor-api");
    await type(input, ">theme");
    await rest();
    expect(byTest("palette").textContent).toContain("Theme: dark");
    await type(input, "@known 2026-04-25");
    await rest();
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true }));
    await rest(120);
    expect(byTest("as-known-chip").textContent).toContain("2026-04-25");
  });

  it("lists every key in the help", async () => {
    await openWindow();
    press("?", "Slash", { shiftKey: true });
    await rest(120);
    expect(byTest("help").textContent).toContain("AS KNOWN to the next commit");
  });

  it("says in lane, bar and Details that a value is in doubt, and why", async () => {
    const fake = new FakeBackend();
    fake.doubt("harbor-api", "port", "The port of harbor-api depends on its region");
    await openWindow("", fake);
    expect(lane("harbor-api/port").textContent).toContain("uncertain");
    expect(lane("Anna Reis/lives in").textContent).not.toContain("uncertain");
    lane("harbor-api/port").click();
    await rest();
    const cells = allByTest("bar-cell").map((cell) => cell.textContent?.trim() ?? "");
    expect(cells.filter((cell) => cell.endsWith("current, uncertain"))).toHaveLength(1);
    expect(cells.filter((cell) => cell.includes("past, uncertain"))).toHaveLength(0);
    expect(byTest("uncertain-chip").textContent).toBe("uncertain");
    expect(byTest("doubt").textContent?.trim()).toBe("The port of harbor-api depends on its region.");
  });

  it("shows the lanes as a table", async () => {
    await openWindow();
    press("t", "KeyT");
    await rest();
    expect(byTest("lanes-table").textContent).toContain("Lisbon");
  });
});

describe("the window where something is missing", () => {
  it("offers the sample where the ledger is empty", async () => {
    await openWindow("", FakeBackend.named("empty"));
    expect(byTest("message").textContent).toContain("This ledger is empty.");
    expect(byTest("message").querySelector("button")?.textContent).toBe("Open the sample");
    expect(byTest("command").textContent).toBe('memstrata remember "The port is 8080."');
  });

  it("names the empty space, in a command to copy too", async () => {
    const fake = FakeBackend.named("empty");
    fake.makeSpace("work");
    await fake.openSpace("work");
    await openWindow("", fake);
    expect(byTest("message").textContent).toContain("The space “work” is empty.");
    const write = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: write } });
    byTest("copy-command").click();
    await rest();
    vi.unstubAllGlobals();
    expect(write).toHaveBeenCalledWith('memstrata remember "The port is 8080." --space work');
    expect(byTest("copy-command").textContent).toBe("Copied");
    press("2", "Digit2");
    await rest();
    expect(byTest("message").textContent).toContain("The space “work” is empty.");
    expect(byTest("command").textContent).toContain("--space work");
  });

  it("measures the axis where there are no lanes", async () => {
    await openWindow("", FakeBackend.named("empty"));
    expect(byTest("ruler").querySelector("svg")?.getAttribute("width")).toBe("844");
  });

  it("quotes what was wrong where it cannot be opened", async () => {
    await openWindow("", FakeBackend.named("failing"));
    expect(byTest("message").getAttribute("role")).toBe("alert");
    expect(byTest("message").textContent).toContain("“home.memstrata” was written by a newer MemStrata");
    byTest("message").querySelector("button")?.click();
    await rest();
    expect(valueOf("harbor-api/port")).toBe("8080");
  });

  it("says that words alone are searched without the model", async () => {
    await openWindow("", FakeBackend.named("wordsonly"));
    expect(byTest("status").textContent).toContain("The embedding model is missing");
  });

  it("says when no key matches, and undoes the filter", async () => {
    await openWindow();
    await type(byTest("filter-input"), "prot");
    await rest();
    expect(byTest("message").textContent).toContain("No key matches “prot”");
    byTest("message").querySelector("button")?.click();
    await rest();
    expect(valueOf("harbor-api/port")).toBe("8080");
  });

  it("gives withdrawn values rows of their own", async () => {
    await openWindow();
    byTest("filter-withdrawn").click();
    await rest();
    const dead = document.querySelector<HTMLElement>(
      '[data-testid="lane-row"][data-withdrawn][data-key="harbor-api/port"]',
    );
    expect(dead?.dataset.member).toBe("8081");
    expect(dead?.querySelector("s")?.textContent).toBe("8081");
  });

  it("shows texts of sources as texts", async () => {
    const fake = new FakeBackend();
    fake.tell("harbor-api", "port", "<img src=x onerror=alert(1)>", "2026-11-10");
    await openWindow("#/ledger/harbor-api/port?tab=evidence", fake);
    expect(valueOf("harbor-api/port")).toBe("<img src=x onerror=alert(1)>");
    expect(document.querySelector("img")).toBeNull();
    expect(byTest("evidence").textContent).toContain("<img src=x onerror=alert(1)>");
  });

  it("takes no text for markup, wherever it stands", async () => {
    const views = ["", "?tab=evidence", "?view=ask&q=What+is+the+port", "?view=review", "?view=settings"];
    for (const view of views) {
      const { stop } = await openWindow(`#/ledger${view}`, FakeBackend.named("overfull"));
      document.querySelector<HTMLElement>('[data-testid="lane-row"][data-key*="onerror"]')?.click();
      await rest();
      document.querySelector<HTMLElement>('[data-testid="history-look"]')?.click();
      await rest();
      expect(document.querySelector("img, script, i:not(.bar i)"), view).toBeNull();
      expect(document.title).toBe("MemStrata");
      if (view.includes("ask")) expect(byTest("plain-answer").textContent).toContain(MARKUP);
      stop();
      cleanup();
    }
  });
});
