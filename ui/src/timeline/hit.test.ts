import { describe, expect, it } from "vitest";

import { decodeMarks, encodeMarks, marksByLane, MarkState, type PlainMark } from "../backend/marks";
import type { LaneRow } from "../backend/types";
import { TimeScale } from "../time/scale";
import { boxOf, type Scene } from "./geometry";
import { hitMark, rivalOf, rowAt } from "./hit";
import { layoutRows } from "./rows";

const lane = (relation: string, number: number): LaneRow => ({
  lane: number,
  subject: "s",
  relation,
  scope: null,
  set_valued: false,
  member: null,
  withdrawn: false,
  value: null,
  conflict: false,
  corrected: false,
  believed_otherwise: false,
});
const layout = layoutRows([lane("a", 0), lane("b", 1)], new Set(), 28);
/** A thousand milliseconds on a thousand pixels; now is 800. */
const scene: Scene = { scale: new TimeScale({ from: 0, to: 1000 }, 1000), edge: 800, thenBelief: false };
const mark = (from: number, to: number, laneNumber: number, state: number, fact: number): PlainMark => ({
  from,
  to,
  lane: laneNumber,
  label: `v${fact}`,
  fact,
  state,
});
const marks = decodeMarks(
  encodeMarks([
    mark(-Infinity, 200, 0, MarkState.past, 1),
    mark(200, Infinity, 0, MarkState.current, 2),
    mark(100, 300, 1, MarkState.disputed, 3),
    mark(100, 300, 1, MarkState.rival, 4),
    mark(-500, 50, 1, MarkState.past, 5),
    mark(900, Infinity, 1, MarkState.future, 6),
    mark(400, 1400, 1, MarkState.current, 7),
  ]),
);
const byLane = marksByLane(marks);
const hit = (x: number, y: number) => {
  const i = hitMark(layout, marks, byLane, scene, x, y);
  return i < 0 ? null : marks.fact[i];
};

describe("boxes", () => {
  it("end where the mark ends, at now, or at the window's edge", () => {
    expect(boxOf(scene, marks, 0)).toMatchObject({ x0: 0, x1: 199, unknown: true, open: false });
    expect(boxOf(scene, marks, 1)).toMatchObject({ x0: 200, x1: 800, open: true, tail: 36 });
    expect(boxOf(scene, marks, 4)).toMatchObject({ x0: 0, clipLeft: true });
    expect(boxOf(scene, marks, 6)).toMatchObject({ x0: 400, x1: 1000, clipRight: true });
  });

  it("give an open mark that begins later a stub", () => {
    expect(boxOf(scene, marks, 5)).toMatchObject({ x0: 900, x1: 964, open: true });
  });

  it("are none outside the window", () => {
    const elsewhere = { ...scene, scale: new TimeScale({ from: 2000, to: 3000 }, 1000) };
    expect(boxOf(elsewhere, marks, 0)).toBeNull();
    expect(boxOf({ ...scene, scale: new TimeScale({ from: -900, to: -800 }, 1000) }, marks, 1)).toBeNull();
  });

  it("keep an open mark whose solid part is left of the window", () => {
    const later = { ...scene, scale: new TimeScale({ from: 1500, to: 1600 }, 1000) };
    expect(boxOf(later, marks, 1)).toMatchObject({ x0: 0, open: true });
  });
});

describe("hitting", () => {
  it("finds rows, and nothing below them", () => {
    expect(rowAt(layout, 10)?.kind).toBe("group");
    expect(rowAt(layout, 40)?.kind).toBe("lane");
    expect(rowAt(layout, 84)).toBeNull();
    expect(rowAt(layout, -1)).toBeNull();
  });

  it("finds the mark under the pointer, its fading tail included", () => {
    expect(hit(100, 40)).toBe(1);
    expect(hit(500, 40)).toBe(2);
    expect(hit(830, 40)).toBe(2);
    expect(hit(860, 40)).toBeNull();
    expect(hit(500, 10)).toBeNull();
  });

  it("forgives two pixels", () => {
    expect(hit(301, 60)).toBe(3);
    expect(hit(304, 60)).toBeNull();
  });

  it("tells the halves of a conflict apart", () => {
    expect(hit(150, 60)).toBe(3);
    expect(hit(150, 80)).toBe(4);
    expect(rivalOf(marks, byLane.get(1) ?? [], 2)).toBe(3);
    expect(rivalOf(marks, byLane.get(0) ?? [], 0)).toBe(-1);
  });
});
