import { describe, expect, it } from "vitest";

import { FakeBackend } from "../backend/fake/fake";
import { byTest, openWindow, press, rest, type } from "../testing/window";
import { readNumber, writeValue } from "./fields";

const has = (id: string) => document.querySelector(`[data-testid="${id}"]`) !== null;
const field = (id: string) => byTest(id) as HTMLInputElement;
const keep = async () => {
  byTest("settings-keep").closest("form")?.requestSubmit();
  await rest();
};

describe("numbers of settings", () => {
  it("are read as typed; nothing is as published", () => {
    expect(readNumber(" 0,5 ", false)).toEqual({ value: 0.5 });
    expect(readNumber(".5", false)).toEqual({ value: 0.5 });
    expect(readNumber("", false)).toEqual({ value: null });
    expect(readNumber("12", true)).toEqual({ value: 12 });
    for (const wrong of ["much", "1e3", "-1", "1.2.3", "Infinity"]) {
      expect(readNumber(wrong, false)).toEqual({ wrong: `“${wrong}” is no number.` });
    }
    expect(readNumber("1.5", true)).toEqual({ wrong: "“1.5” is no whole number." });
  });

  it("are written with what holds where nothing is set", () => {
    expect(writeValue(null, 14)).toBe("14 (as published)");
    expect(writeValue(null, false)).toBe("off (as published)");
    expect(writeValue(true, false)).toBe("on");
  });
});

describe("the settings", () => {
  it("show what is set, and what is published where nothing is", async () => {
    await openWindow("#/ledger?view=settings");
    expect(field("set-passages").value).toBe("8");
    expect(field("set-recency").value).toBe("");
    expect(field("set-recency").placeholder).toBe("1");
    expect(field("set-recency_half_life_days").placeholder).toBe("14");
    expect((byTest("set-timezone") as unknown as HTMLSelectElement).value).toBe("Europe/Lisbon");
    expect(byTest("date-example").textContent).toContain("2026-04-03");
    expect(has("settings-foot")).toBe(false);
  });

  it("say what would change, keep it, and take it back", async () => {
    await openWindow("#/ledger?view=settings");
    await type(byTest("set-recency"), "0.5");
    byTest("set-hybrid").click();
    await rest();
    expect(byTest("settings-changes").textContent).toBe(
      "recency: 1 (as published) → 0.5; words beside meaning: off (as published) → on",
    );
    await keep();
    expect(field("set-recency").value).toBe("0.5");
    expect(byTest("set-hybrid").getAttribute("aria-checked")).toBe("true");
    expect(byTest("live").textContent).toContain("Kept: recency 0.5");
    // Also after what it does was tried elsewhere.
    byTest("rail-ask").click();
    await rest();
    byTest("rail-settings").click();
    await rest();
    byTest("settings-undo").click();
    await rest();
    expect(field("set-recency").value).toBe("");
    expect(byTest("set-hybrid").getAttribute("aria-checked")).toBe("false");
    expect(has("settings-foot")).toBe(false);
  });

  it("let the ledger be looked over while idle, unless that is put off", async () => {
    await openWindow("#/ledger?view=settings");
    expect(byTest("set-idle").getAttribute("aria-checked")).toBe("true");
    byTest("set-idle").click();
    await rest();
    expect(byTest("settings-changes").textContent).toBe("looked over when idle: on (as published) → off");
    byTest("set-idle").click();
    await rest();
    expect(has("settings-foot")).toBe(false);
  });

  it("go back to what is published at once", async () => {
    await openWindow("#/ledger?view=settings");
    await type(byTest("set-recency"), "2");
    byTest("settings-publish").click();
    await rest();
    expect(byTest("settings-changes").textContent).toBe("passages: 8 → 5 (as published)");
    await keep();
    expect(field("set-passages").value).toBe("");
    expect((byTest("settings-publish") as HTMLButtonElement).disabled).toBe(true);
  });

  it("quote what is no number, and what the ledger refuses", async () => {
    const { fake } = await openWindow("#/ledger?view=settings");
    await type(byTest("set-recall"), "many");
    await rest();
    expect(document.querySelector("#set-recall-note")?.textContent).toBe("“many” is no number.");
    expect(field("set-recall").getAttribute("aria-invalid")).toBe("true");
    expect((byTest("settings-keep") as HTMLButtonElement).disabled).toBe(true);
    await type(byTest("set-recall"), "5000");
    await rest();
    expect(byTest("settings-foot").textContent).toContain("“5000” is no recall, 1 to 1000 candidates.");
    expect((byTest("settings-keep") as HTMLButtonElement).disabled).toBe(true);
    await keep();
    expect(fake.calls.keepSettings).toBeUndefined();
  });

  it("keep what is typed while news comes in", async () => {
    const { fake } = await openWindow("#/ledger?view=settings");
    await type(byTest("set-importance"), "3");
    fake.tell("harbor-api", "port", "9443", "2026-11-10");
    await rest();
    expect(field("set-importance").value).toBe("3");
  });

  it("read dates and days as the space has them, from the moment they are kept", async () => {
    await openWindow("#/ledger?view=settings");
    await type(byTest("set-locale"), "en-US");
    await rest();
    expect(byTest("date-example").textContent).toContain("2026-03-04");
    const zone = byTest("set-timezone") as unknown as HTMLSelectElement;
    zone.value = "Asia/Tokyo";
    zone.dispatchEvent(new Event("change", { bubbles: true }));
    await rest();
    await keep();
    expect(byTest("status").textContent).toContain("Asia/Tokyo");
  });

  it("offer an order by a language model only where one is named", async () => {
    const first = await openWindow("#/ledger?view=settings");
    expect((byTest("set-rerank") as HTMLButtonElement).disabled).toBe(true);
    expect(document.querySelector("#set-rerank-note")?.textContent).toContain("MEMSTRATA_ENDPOINT");
    first.stop();
    document.body.replaceChildren();
    await openWindow("#/ledger?view=settings", FakeBackend.named("model"));
    expect((byTest("set-rerank") as HTMLButtonElement).disabled).toBe(false);
  });

  it("are a view of their own, by key and by command", async () => {
    await openWindow();
    press("4", "Digit4");
    await rest();
    expect(has("settings")).toBe(true);
    expect(byTest("rail-settings").getAttribute("aria-current")).toBe("page");
    press("Escape", "Escape");
    await rest();
    expect(has("settings")).toBe(false);
  });
});
