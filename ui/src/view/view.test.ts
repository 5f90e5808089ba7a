import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { ViewState } from "./view.svelte";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const back = async () => {
  history.back();
  await wait(60);
};

describe("the history of a view", () => {
  let view: ViewState;
  let stop: () => void;

  beforeEach(() => {
    history.pushState(null, "", "/#/ledger");
    view = new ViewState();
    stop = view.follow(window);
  });
  afterEach(() => stop());

  it("keeps a step that Back undoes", async () => {
    view.step({ asOf: "2026-04-20T00:00:00Z" });
    view.step({ page: "ask" });
    expect(location.hash).toBe("#/ledger?view=ask&asof=2026-04-20T00:00:00Z");
    await back();
    expect(view.page).toBe("timeline");
    expect(view.asOf).toBe("2026-04-20T00:00:00Z");
    await back();
    expect(view.asOf).toBeNull();
  });

  it("keeps a movement in the present entry, once it rests", async () => {
    const before = history.length;
    for (let i = 1; i <= 5; i++) view.move({ win: { from: 0, to: i * 86_400_000 } });
    expect(location.hash).toBe("#/ledger");
    await wait(240);
    expect(location.hash).toContain("win=1970-01-01T00:00:00Z..1970-01-06T00:00:00Z");
    expect(history.length).toBe(before);
  });

  it("makes one step of a drag", async () => {
    view.step({ page: "timeline", filter: "x" });
    view.drag({ asOf: "2026-01-01T00:00:00Z" });
    await wait(240);
    view.drag({ asOf: "2026-02-01T00:00:00Z" });
    view.drop();
    expect(location.hash).toContain("asof=2026-02-01");
    await back();
    expect(view.asOf).toBeNull();
    expect(view.filter).toBe("x");
  });

  it("walks along lanes as a movement, and selects first as a step", async () => {
    const key = (relation: string) => ({ subject: "anna", relation, scope: null });
    view.select(key("employer"), "f1");
    view.select(key("lives in"), "f2");
    await wait(240);
    expect(location.hash).toContain("lives%20in");
    await back();
    expect(view.key).toBeNull();
  });

  it("returns to now", () => {
    view.step({ asOf: "2026-04-20T00:00:00Z", knownAt: "2026-04-25T00:00:00Z" });
    view.believedOtherwise = true;
    expect(view.past).toBe(true);
    expect(view.query.believed_otherwise).toBe(true);
    view.returnToNow();
    expect(view.viewpoint).toEqual({ as_of: null, known_at: null });
    expect(view.query.believed_otherwise).toBe(false);
  });
});
