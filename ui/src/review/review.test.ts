import { describe, expect, it } from "vitest";

import { FakeBackend } from "../backend/fake/fake";
import { allByTest, byTest, openWindow, press, rest, type } from "../testing/window";
import { ageWords } from "./words";

const REVIEW = "#/ledger?view=review";

const listed = () => allByTest("inbox-item").map((item) => item.dataset.item);
const question = () => byTest("question").textContent?.trim();
const chosen = () =>
  allByTest("choice").findIndex((choice) => choice.getAttribute("aria-checked") === "true");
const key = async (name: string, code: string, more: KeyboardEventInit = {}) => {
  press(name, code, more);
  await rest();
};

describe("the inbox", () => {
  it("counts what waits in the navigation, from every view", async () => {
    await openWindow();
    expect(byTest("waiting").textContent).toContain("4");
    await key("3", "Digit3");
    expect(byTest("review-count").textContent).toBe("4 open");
    expect(document.querySelector("h1")?.textContent).toContain("Review");
  });

  it("lists by what is asked, conflicts first, and shows the first", async () => {
    await openWindow(REVIEW);
    expect(listed()).toEqual(["dispute", "held", "same", "claim"]);
    expect(question()).toBe("Acme or Globex?");
  });

  it("shows both values with their dates, their sentences and what each answer would change", async () => {
    await openWindow(`${REVIEW}&item=held`);
    expect(question()).toBe("Last we heard 8080; now 9443. Did it change?");
    const [holds, waits] = allByTest("side");
    expect([holds.dataset.role, waits.dataset.role]).toEqual(["holds", "waits"]);
    expect(holds.textContent).toContain("2026-04-02 → ∞");
    expect(holds.textContent).toContain("config/server.toml:12");
    expect(waits.querySelector("mark")?.textContent).toBe("9443");
    expect(allByTest("choice").map((choice) => choice.textContent?.replace(/\s+/g, " ").trim())).toEqual([
      "1Yes, let it countno longer 8080; 9443 from 2026-11-16",
      "2No, leave it as it isno value changes",
      "3Another valuesay which",
    ]);
  });

  it("is worked through by keyboard: move, choose, decide, undo", async () => {
    const { fake } = await openWindow(REVIEW);
    await key("j", "KeyJ");
    expect(question()).toContain("now 9443");
    await rest(250);
    expect(location.hash).toContain("item=held");
    await key("2", "Digit2");
    expect(chosen()).toBe(1);
    expect(location.hash).toContain("view=review");
    await key("Enter", "Enter");
    expect(fake.calls.answerInbox).toBe(1);
    expect(listed()).toEqual(["dispute", "same", "claim"]);
    expect(byTest("waiting").textContent).toContain("3");
    expect(question()).toContain("harbor api counts for harbor-api");
    expect(byTest("live").textContent).toContain("Decided. port, harbor-api");
    await key("z", "KeyZ");
    expect(listed()).toEqual(["dispute", "held", "same", "claim"]);
    expect(question()).toContain("now 9443");
    expect(document.querySelector('[data-testid="review-undo"]')).toBeNull();
  });

  it("does not decide again while Enter is held down", async () => {
    const { fake } = await openWindow(REVIEW);
    await key("Enter", "Enter", { repeat: true });
    expect(fake.calls.answerInbox).toBeUndefined();
  });

  it("takes another value, and says what is wrong with it", async () => {
    const { fake } = await openWindow(`${REVIEW}&item=held`);
    await key("e", "KeyE");
    expect(chosen()).toBe(2);
    expect(document.activeElement?.id).toBe("edit-object");
    byTest("decide").click();
    await rest();
    expect(byTest("review-failure").textContent).toContain("Say which value holds.");
    expect(fake.calls.answerInbox).toBeUndefined();
    const [object, from] = byTest("edit").querySelectorAll("input");
    await type(object, "9444");
    await type(from, "xyzzy");
    await rest();
    expect(allByTest("choice")[2].textContent).toContain("“xyzzy” is no date.");
    await type(from, "2026-11-10");
    await rest();
    expect(allByTest("choice")[2].textContent).toContain("9444 from 2026-11-10");
    byTest("decide").click();
    await rest();
    expect(byTest("inbox-decided").textContent).toContain("another value given");
  });

  it("keeps what was decided lately, each to be taken back", async () => {
    await openWindow(REVIEW);
    await key("Enter", "Enter");
    const [decided] = allByTest("inbox-decided");
    expect(decided.textContent).toContain("employer, Anna Reis");
    decided.querySelector("button")?.click();
    await rest();
    expect(listed()).toContain("dispute");
    expect(allByTest("inbox-decided")).toEqual([]);
  });

  it("leads to the lane, and Escape to the timeline", async () => {
    await openWindow(REVIEW);
    await key("Escape", "Escape");
    expect(location.hash).not.toContain("view=review");
    await key("3", "Digit3");
    const open = [...document.querySelectorAll<HTMLElement>(".rv-path button")][0];
    open.click();
    await rest();
    expect(byTest("details").textContent).toContain("employer");
  });

  it("looks everything over, with progress, and can be stopped", async () => {
    await openWindow(REVIEW);
    byTest("look-over").click();
    await rest(30);
    expect(byTest("pass").textContent).toContain("values past their half-life");
    byTest("pass-cancel").click();
    await rest(120);
    expect(byTest("passed").textContent).toContain("Stopped.");
    expect(listed()).toHaveLength(4);
    byTest("look-over").click();
    await rest(500);
    expect(byTest("passed").textContent).toContain("1 new item. 2 more values past their half-life.");
    expect(listed()).toContain("still-1");
  });

  it("says so where nothing waits", async () => {
    await openWindow(REVIEW, FakeBackend.named("empty"));
    expect(byTest("message").textContent).toContain("Nothing waits for a decision.");
    expect(document.querySelector('[data-testid="waiting"]')).toBeNull();
  });
});

describe("how long it waits", () => {
  it("is said in hours, then in days", () => {
    const hour = 3_600_000;
    expect(["now", "5 h", "47 h", "2 d", "127 d"]).toEqual(
      [0, 5, 47, 48, 127 * 24 + 3].map((hours) => ageWords(0, hours * hour)),
    );
    expect(ageWords(hour, 0)).toBe("now");
  });
});
