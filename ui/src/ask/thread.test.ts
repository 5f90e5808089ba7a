import { describe, expect, it } from "vitest";

import { FakeBackend } from "../backend/fake/fake";
import type { AskRequest } from "../backend/types";
import { allByTest, byTest, lane, openWindow, press, rest, type } from "../testing/window";

const PORT = "What port does harbor-api use?";
const has = (id: string) => document.querySelector(`[data-testid="${id}"]`) !== null;
const thread = () => byTest("thread").textContent?.replace(/\s+/g, " ").trim() ?? "";

async function ask(text: string) {
  await type(byTest("ask-input"), text);
  byTest("ask-submit").closest("form")?.requestSubmit();
  await rest();
}

/** A fake that keeps what it was asked. */
function listening() {
  const fake = new FakeBackend();
  const asked: AskRequest[] = [];
  const { ask } = fake;
  fake.ask = (request) => (asked.push(request), ask(request));
  return { fake, asked };
}

describe("a thread of questions", () => {
  it("goes on from the last question, and says so before it is asked", async () => {
    const { fake, asked } = listening();
    await openWindow("#/ledger?view=ask", fake);
    await ask(PORT);
    expect(thread()).toContain("The next question may leave out");
    await type(byTest("ask-input"), "And before that?");
    expect(thread()).toContain(`Will continue: ${PORT}`);
    expect(thread()).toContain("8080");
    await ask("And before that?");
    expect(thread()).toContain(`Continues: ${PORT}`);
    expect(asked.map((request) => request.follow?.thread?.question ?? null)).toEqual([null, PORT]);
    expect(location.hash).toContain("after=What");
  });

  it("starts anew on request", async () => {
    const { fake, asked } = listening();
    await openWindow("#/ledger?view=ask", fake);
    await ask(PORT);
    byTest("ask-anew").click();
    await rest();
    expect(has("thread")).toBe(false);
    expect((byTest("ask-input") as HTMLInputElement).value).toBe("");
    await ask("And before that?");
    expect(asked[asked.length - 1].follow).toBeNull();
  });

  it("drops what a question took nothing from", async () => {
    await openWindow("#/ledger?view=ask");
    await ask(PORT);
    await ask("What is the region of harbor-api?");
    expect(thread()).toContain("The next question may leave out");
    await rest(250);
    expect(location.hash).not.toContain("after=");
  });

  it("goes one further each time the same words are asked", async () => {
    const { fake, asked } = listening();
    await openWindow("#/ledger?view=ask", fake);
    await ask(PORT);
    await ask("And before that?");
    await ask("And before that?");
    expect(thread()).toContain(`Continues: ${PORT}And before that?`);
    expect(asked).toHaveLength(3);
  });

  it("is part of the link, and each question a way back", async () => {
    const { fake, asked } = listening();
    const after = encodeURIComponent(PORT);
    await openWindow(`#/ledger?view=ask&q=And+before+that%3F&after=${after}`, fake);
    expect(asked[0].question).toBe(PORT);
    expect(asked[asked.length - 1].follow?.thread?.question).toBe(PORT);
    byTest("thread").querySelector<HTMLButtonElement>("li button")?.click();
    await rest();
    expect((byTest("ask-input") as HTMLInputElement).value).toBe(PORT);
    expect(thread()).not.toContain("Continues");
  });

  it("serves as many passages as the space has set", async () => {
    const { fake, asked } = listening();
    await openWindow("#/ledger?view=ask", fake);
    await ask(PORT);
    expect(asked[0].k).toBe(0);
    expect(byTest("reading").textContent).toMatch(/k\s*8/);
  });

  it("begins with questions that this ledger can be asked", async () => {
    await openWindow("#/ledger?view=ask");
    const examples = allByTest("example").map((example) => example.textContent?.trim());
    expect(examples[0]).toBe("What is the employer of Anna Reis?");
    expect(examples).toHaveLength(3);
    allByTest("example")[0].click();
    await rest();
    expect(byTest("temporal-answer").textContent).toContain("Acme");
  });

  it("has one heading for a value in doubt, and says each reason once", async () => {
    const fake = new FakeBackend();
    fake.doubt("harbor-api", "port", "The port of harbor-api depends on its region");
    await openWindow("#/ledger?view=ask", fake);
    await ask(PORT);
    expect(byTest("temporal-answer").textContent?.trim()).toBe("Uncertain");
    expect(byTest("temporal-explanation").textContent).toBe("What was last said: 8080.");
    expect(document.querySelector(".duel")?.textContent?.split("depends on its region")).toHaveLength(2);
  });

  it("shows what the score of the first passage is made of", async () => {
    await openWindow("#/ledger?view=ask");
    await ask(PORT);
    const parts = allByTest("score-parts")[0].textContent ?? "";
    for (const part of ["similarity", "recency", "importance", "freshness"]) expect(parts).toContain(part);
  });
});

describe("plain retrieval", () => {
  it("is changed on the spot, and asked again", async () => {
    const fake = FakeBackend.named("model");
    await openWindow("#/ledger?view=ask", fake);
    await ask(PORT);
    byTest("retrieval-options").click();
    await rest(120);
    byTest("ask-hybrid").click();
    await rest(120);
    byTest("ask-rerank").click();
    await rest(120);
    expect(document.querySelector(".duel")?.textContent).toContain(
      "nearest by meaning and words, ordered by model qwen3:4b",
    );
  });

  it("offers no model where none is named", async () => {
    await openWindow("#/ledger?view=ask");
    await ask(PORT);
    byTest("retrieval-options").click();
    await rest(120);
    expect(has("ask-hybrid")).toBe(true);
    expect(has("ask-rerank")).toBe(false);
  });
});

describe("the history of a key in a sentence", () => {
  it("is shown before it is kept, and can be taken back", async () => {
    const { fake } = await openWindow();
    lane("harbor-api/port").click();
    await rest();
    byTest("history-look").click();
    await rest();
    expect(byTest("history-text").textContent).toContain("8000");
    expect(byTest("history-state").textContent).toContain("would be kept as a claim that rests on 2 entries");
    expect(fake.calls.keepHistory).toBeUndefined();
    byTest("history-keep").click();
    await rest();
    expect(byTest("history-state").textContent).toContain("Kept as a claim");
    byTest("history-undo").click();
    await rest();
    expect(has("history-look")).toBe(true);
    byTest("history-look").click();
    await rest();
    expect(has("history-keep")).toBe(true);
  });

  it("is not offered in the past, and closes with its key", async () => {
    await openWindow();
    lane("harbor-api/port").click();
    await rest();
    byTest("history-look").click();
    await rest();
    press("ArrowDown", "ArrowDown");
    await rest();
    expect(has("history-text")).toBe(false);
    press(",", "Comma");
    await rest();
    expect(has("history")).toBe(false);
  });
});
