import { describe, expect, it } from "vitest";

import { decodeMarks, encodeMarks, MarkFlag, MarkState, type PlainMark } from "../backend/marks";
import { TimeScale } from "../time/scale";
import { apart, paintBar } from "./bar";
import { METRICS } from "./geometry";
import { type Ink, Measure } from "./ink";

type Call = { name: string; args: unknown[]; fill: string; stroke: string; dash: number[] };

/** A context that writes down what is drawn, and in which colour. */
function listening() {
  const calls: Call[] = [];
  let dash: number[] = [];
  const state: Record<string, unknown> = { fillStyle: "", strokeStyle: "", font: "" };
  const ctx = new Proxy(state, {
    get(target, name: string) {
      if (name in target) return target[name];
      if (name === "measureText") return (text: string) => ({ width: text.length * 7 });
      if (name === "createLinearGradient") return () => ({ addColorStop: () => {} });
      return (...args: unknown[]) => {
        if (name === "setLineDash") dash = args[0] as number[];
        const paint = (style: unknown) => (typeof style === "string" ? style : "gradient");
        calls.push({ name, args, fill: paint(target.fillStyle), stroke: paint(target.strokeStyle), dash });
      };
    },
    set(target, name: string, value) {
      target[name] = value;
      return true;
    },
  }) as unknown as CanvasRenderingContext2D;
  return { ctx, calls };
}

/** Every colour is its own name. */
const ink = new Proxy({}, { get: (_, name) => name }) as Ink;
const base: PlainMark = { from: 100, to: 400, lane: 0, label: "Lisbon", fact: 1, state: MarkState.current };

function paint(
  mark: Partial<PlainMark>,
  more: { selected?: boolean; thenBelief?: boolean; edge?: number; rival?: PlainMark } = {},
) {
  const { ctx, calls } = listening();
  const marks = decodeMarks(encodeMarks([{ ...base, ...mark }, ...(more.rival ? [more.rival] : [])]));
  paintBar(
    {
      ctx,
      ink,
      marks,
      measure: new Measure(),
      metrics: METRICS[28],
      scale: new TimeScale({ from: 0, to: 1000 }, 1000),
      edge: more.edge ?? 800,
      thenBelief: more.thenBelief ?? false,
      asOfX: 800,
    },
    { i: 0, mid: 14, selected: more.selected ?? false, laneSelected: false, rival: more.rival ? 1 : -1 },
  );
  const texts = calls.filter((c) => c.name === "fillText").map((c) => String(c.args[0]));
  const rects = calls.filter((c) => c.name === "fillRect").map((c) => [c.fill, ...(c.args as number[])]);
  const points = calls.filter((c) => /^(move|line)To$/.test(c.name)).map((c) => c.args as number[]);
  return { calls, texts, rects, points };
}

describe("marks, shape first", () => {
  it("what holds is solid at full height, with a notch", () => {
    const { points, texts } = paint({});
    expect(points).toContainEqual([105, 14]);
    expect(points).toContainEqual([399, 4]);
    expect(points).toContainEqual([399, 24]);
    expect(texts).toEqual(["Lisbon"]);
  });

  it("an open end fades past now and has a chevron", () => {
    const { rects, points } = paint({ to: Infinity });
    expect(rects).toContainEqual(["gradient", 800, 4, 36, 20]);
    expect(points).toContainEqual([838, 14]);
  });

  it("what was believed to go on is dotted up to the edge", () => {
    const { calls, points } = paint({ to: Infinity }, { thenBelief: true });
    expect(calls.some((c) => c.name === "stroke" && c.dash.length === 2 && c.stroke === "current")).toBe(
      true,
    );
    expect(points).toContainEqual([986, 14]);
  });

  it("the past is lower, with an end cap at full height", () => {
    const { rects } = paint({ state: MarkState.past });
    expect(rects).toContainEqual(["past-fill", 100, 7, 299, 14]);
    expect(rects).toContainEqual(["past-line", 397, 4, 2, 20]);
  });

  it("an unknown start fades in from the window's edge", () => {
    const { rects } = paint({ from: -Infinity, state: MarkState.past });
    expect(rects).toContainEqual(["gradient", 0, 7, 28, 14]);
  });

  it("what is not yet is an outline alone", () => {
    const { rects, calls } = paint({ from: 850, to: 950, state: MarkState.future });
    expect(rects).toEqual([]);
    expect(calls.find((c) => c.name === "stroke")?.stroke).toBe("later-line");
  });

  it("a conflict has two halves, the holding one solid, and a sign before them", () => {
    const rival = { ...base, label: "Porto", fact: 2, state: MarkState.rival };
    const { rects, texts } = paint({ state: MarkState.disputed }, { rival });
    expect(rects).toContainEqual(["conflict", 100, 1, 299, 12]);
    expect(rects).toContainEqual(["conflict-fill", 100, 13, 299, 13]);
    expect(texts).toEqual(["!", "Lisbon", "Porto"]);
  });

  it("the rival is drawn with its holder, not twice", () => {
    const { calls } = paint({ state: MarkState.rival }, { rival: { ...base, state: MarkState.disputed } });
    expect(calls.some((c) => c.name === "fillRect")).toBe(false);
  });

  it("what was withdrawn is hatched, dashed and struck", () => {
    const { calls, rects } = paint({ state: MarkState.withdrawn });
    expect(calls.find((c) => c.name === "strokeRect")?.dash).toEqual([3, 2]);
    expect(rects).toContainEqual(["on-withdrawn", 108, 14, 42, 1]);
  });

  it("merged marks are ticks and a count, in words where they fit", () => {
    expect(paint({ count: 14, fact: 0, state: MarkState.past }).texts).toEqual(["14 changes"]);
    expect(paint({ count: 14, fact: 0, to: 140, state: MarkState.past }).texts).toEqual(["14"]);
    expect(paint({ count: 14, fact: 0, to: 110, state: MarkState.past }).texts).toEqual([]);
  });

  it("a coarse date has a bracket over its span", () => {
    const { points } = paint({ coarseTo: 200 });
    expect(points).toContainEqual([100.5, 1.5]);
    expect(points).toContainEqual([199.5, 1.5]);
    expect(paint({}).points).not.toContainEqual([100.5, 1.5]);
  });

  it("a conflict that is too narrow says what tells its values apart, or both behind its open end", () => {
    const own = { state: MarkState.disputed, label: "300 requests per minute" };
    const rival = { ...base, label: "240 requests per minute", fact: 2, state: MarkState.rival };
    expect(paint({ ...own, to: 180 }, { rival }).texts).toEqual(["!", "300…", "240…"]);
    expect(paint({ ...own, to: Infinity }, { rival, edge: 180 }).texts).toEqual([
      "!",
      "300 requests per minute / 240 requests per minute",
    ]);
    expect(apart("Lisbon", "Porto")).toEqual(["Lisbon", "Porto"]);
    expect(apart("port 8080", "8080")).toEqual(["port 8080", "8080"]);
  });

  it("a value in doubt has a sign before its label, and none where it is over", () => {
    const signs = (mark: Partial<PlainMark>) => paint(mark).texts.filter((text) => text === "?");
    expect(signs({ state: MarkState.current, flags: MarkFlag.uncertain })).toHaveLength(1);
    expect(signs({ state: MarkState.current })).toHaveLength(0);
    expect(signs({ state: MarkState.past, flags: MarkFlag.uncertain })).toHaveLength(0);
  });

  it("what was learned late has a diamond under its start", () => {
    const { points } = paint({ flags: MarkFlag.late });
    expect(points).toContainEqual([106, 22]);
    expect(points).toContainEqual([109, 25]);
  });

  it("the selected one has a ring, open where its end is open", () => {
    const closed = paint({}, { selected: true });
    expect(closed.calls.some((c) => c.name === "closePath")).toBe(true);
    const open = paint({ to: Infinity }, { selected: true });
    expect(open.points).toContainEqual([824, 1.5]);
    expect(open.calls.some((c) => c.name === "closePath")).toBe(false);
  });

  it("labels are cut, left out under 22 px, or set beside a bar that is too short", () => {
    expect(paint({ to: 170, label: "eu-south-2" }).texts[0]).toMatch(/^eu.*…$/);
    expect(paint({ to: 121 }).texts).toEqual([]);
    const beside = paint({ from: 790, to: Infinity });
    expect(beside.calls.find((c) => c.name === "fillText")?.args[1]).toBeGreaterThan(836);
  });

  it("a label beside its bar makes way for the line of AS OF", () => {
    // Its tail ends before the line at 800, and its words would not.
    const beside = paint({ from: 700, to: 720, label: "Mateus Vidal" }, { thenBelief: true });
    const open = paint({ from: 715, to: Infinity, label: "Mateus Vidal" }, { thenBelief: true, edge: 730 });
    const x = (painted: ReturnType<typeof paint>) =>
      painted.calls.find((c) => c.name === "fillText")?.args[1];
    expect(beside.texts).toEqual([]);
    expect(x(open)).toBe(806);
  });
});
