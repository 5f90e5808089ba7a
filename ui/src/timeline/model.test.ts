import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { FakeBackend } from "../backend/fake/fake";
import { millis } from "../time/instant";
import { rest } from "../testing/window";
import { Preferences } from "../view/preferences.svelte";
import { Session } from "../view/session.svelte";
import { ViewState } from "../view/view.svelte";
import { TimelineModel } from "./model.svelte";

describe("the timeline's moves", () => {
  let fake: FakeBackend;
  let view: ViewState;
  let session: Session;
  let model: TimelineModel;
  let stop: () => void;

  /** What the lanes do once they are on the page. */
  async function settle() {
    await rest(20);
    const cover = model.cover();
    if (cover) session.wantMarks(cover);
    await rest(20);
    model.keepSelection();
    await rest(10);
  }
  const row = (relation: string, subject = "Anna Reis") => {
    const found = model.layout.rows.find(
      (r) => r.kind === "lane" && r.row.relation === relation && r.row.subject === subject,
    );
    if (found?.kind !== "lane") throw new Error(`no lane ${relation}`);
    return found;
  };
  const day = (text: string) => millis(`${text}T00:00:00Z`);

  beforeEach(async () => {
    fake = new FakeBackend();
    view = new ViewState();
    session = new Session(fake, view);
    model = new TimelineModel(session, view, new Preferences());
    model.width = 800;
    model.height = 1200;
    stop = session.start();
    await settle();
  });
  afterEach(() => stop());

  it("keeps the selection while lanes and marks are of different moments", async () => {
    const lane = row("lives in");
    model.chooseLane(lane);
    await settle();
    const chosen = view.fact;
    // The lanes of the past come late, and their marks after them.
    const lanes = fake.laneIndex.bind(fake);
    let come = () => {};
    const late = new Promise<void>((resolve) => (come = resolve));
    fake.laneIndex = async (query) => {
      await late;
      return lanes(query);
    };
    view.move({ knownAt: "2026-01-15T00:00:00Z" });
    await settle();
    expect(session.inStep).toBe(false);
    expect(view.fact).toBe(chosen);
    come();
    await settle();
    expect(session.inStep).toBe(true);
    const own = model.marksOf(row("lives in")).map((i) => `f${session.shown.marks.fact[i]}`);
    expect(own).toContain(view.fact);
  });

  /** What the bars of a lane say. */
  const saysOf = (relation: string, subject?: string) =>
    model.marksOf(row(relation, subject)).map((i) => model.labelOf(i));
  /** Answers as before, but only once they are let through. */
  function held<Q, A>(answer: (query: Q) => Promise<A>) {
    let letThrough = () => {};
    const late = new Promise<void>((resolve) => (letThrough = resolve));
    const answers = async (query: Q) => {
      const given = await answer(query);
      await late;
      return given;
    };
    return { answers, letThrough: () => letThrough() };
  }

  it("keeps the own bars of a lane until those of the new lanes are there", async () => {
    const before = saysOf("lives in");
    expect(before).toContain("Berlin");
    const { answers, letThrough } = held(fake.laneMarks);
    fake.laneMarks = answers;
    // A lane that comes before all others, so that each has another number.
    fake.tell("Aaron", "employer", "Initech", "2026-11-10");
    await settle();
    expect(session.inStep).toBe(false);
    expect(row("lives in").row.lane).toBeGreaterThan(row("employer", "Aaron").row.lane);
    expect(saysOf("lives in")).toEqual(before);
    expect(saysOf("employer", "Aaron")).toEqual([]);
    letThrough();
    await settle();
    expect(session.inStep).toBe(true);
    expect(saysOf("lives in")).toEqual(before);
    expect(saysOf("employer", "Aaron")).toEqual(["Initech"]);
  });

  it("keeps the bars of the lanes on screen until the lanes of a filter are there", async () => {
    const before = saysOf("port", "harbor-api");
    const { answers, letThrough } = held(fake.laneIndex);
    fake.laneIndex = answers;
    view.move({ filter: "port" });
    await settle();
    expect(saysOf("port", "harbor-api")).toEqual(before);
    expect(saysOf("lives in")).toContain("Berlin");
    letThrough();
    await settle();
    expect(session.inStep).toBe(true);
    expect(saysOf("port", "harbor-api")).toEqual(before);
  });

  it("opens with a window that ends a little after now", () => {
    expect(session.window.from).toBeGreaterThan(day("2025-06-01"));
    expect(session.window.to).toBeGreaterThan(session.now);
  });

  it("snaps AS OF to the edges of bars, to now, and to nothing with Alt", () => {
    const { scale } = model;
    const edge = day("2026-02-14"); // Berlin begins
    model.dragAsOf(scale.x(edge) + 4, true);
    expect(view.asOf).toBe("2026-02-14T00:00:00Z");
    model.dragAsOf(scale.x(edge) + 4, false);
    expect(millis(view.asOf ?? "")).toBeCloseTo(scale.t(scale.x(edge) + 4), -1);
    model.dragAsOf(scale.x(session.now) - 5, true);
    expect(view.asOf).toBeNull();
  });

  it("chooses the value that holds at AS OF", async () => {
    model.chooseLane(row("lives in"));
    expect(view.key).toEqual({ subject: "Anna Reis", relation: "lives in", scope: null });
    const now = view.fact;
    view.step({ asOf: "2026-03-01T00:00:00Z" });
    await settle();
    model.chooseLane(row("lives in"));
    expect(view.fact).not.toBe(now);
  });

  it("steps AS OF through the changes of the chosen lane", () => {
    model.chooseLane(row("port", "harbor-api"));
    model.stepAsOf(true);
    expect(view.asOf).toBe("2026-04-01T23:00:00Z");
    model.stepAsOf(true);
    expect(view.asOf).toBe("2026-01-12T00:00:00Z");
    model.stepAsOf(true);
    expect(view.asOf).toBe("2026-01-12T00:00:00Z");
    expect(session.said).toBe("No earlier change here");
    model.stepAsOf(false);
    expect(view.asOf).toBe("2026-04-01T23:00:00Z");
  });

  it("steps AS KNOWN by whole commits, and back to now", () => {
    const commits = session.strip.value?.commits ?? [];
    model.stepKnown(true);
    expect(view.knownAt).toBe(commits[commits.length - 2].at);
    model.stepKnown(true);
    expect(view.knownAt).toBe(commits[commits.length - 3].at);
    model.stepKnown(false);
    model.stepKnown(false);
    expect(view.knownAt).toBeNull();
  });

  it("keeps the selected value when versions are numbered anew", async () => {
    model.chooseLane(row("port", "harbor-api"));
    const before = view.fact;
    fake.tell("harbor-api", "port", "9090", "2026-11-10");
    await settle();
    expect(view.fact).toBe(before);
    expect(session.info?.commits).toBeGreaterThan(0);
    expect(session.index.value?.rows.find((r) => r.relation === "port")?.value).toBe("9090");
  });

  it("asks for marks once, and again only for what is not covered", async () => {
    const asked = () => fake.calls.laneMarks;
    const before = asked();
    model.panPixels(100);
    await settle();
    expect(model.cover()).toBeNull();
    expect(asked()).toBe(before);
    model.zoom(8);
    await settle();
    expect(asked()).toBe(before + 1);
    model.panPixels(3000);
    await settle();
    expect(asked()).toBe(before + 2);
  });

  it("reads everything again after a commit, and nothing where only the index moved on", async () => {
    const { version } = session;
    fake.tell("harbor-api", "owner", "Priya", "2026-11-10");
    await settle();
    expect(session.version).toBe(version + 1);
    fake.indexed(40);
    await settle();
    expect(session.version).toBe(version + 1);
    expect(session.info?.index.done).toBe(40);
  });

  it("opens what was merged instead of choosing it", async () => {
    view.step({ win: { from: day("2020-01-01"), to: day("2027-01-01") } });
    await settle();
    const lane = row("pool size", "harbor-api");
    const merged = model.marksOf(lane).find((i) => session.shown.marks.count[i] > 1);
    expect(merged).toBeDefined();
    model.choose(lane, merged ?? 0);
    expect(view.key).toBeNull();
    expect(session.window.to - session.window.from).toBeLessThan(60 * 86_400_000);
  });
});
