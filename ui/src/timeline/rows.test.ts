import { describe, expect, it } from "vitest";

import type { LaneRow } from "../backend/types";
import { layoutRows, rowIndexAt, rowsBetween } from "./rows";

let lane = 0;
const row = (subject: string, relation: string, more: Partial<LaneRow> = {}): LaneRow => ({
  lane: lane++,
  subject,
  relation,
  scope: null,
  set_valued: false,
  member: null,
  withdrawn: false,
  value: null,
  conflict: false,
  corrected: false,
  believed_otherwise: false,
  ...more,
});
const lanes = (() => {
  lane = 0;
  return [
    row("anna", "employer"),
    row("anna", "lives in"),
    row("anna", "lives in", { withdrawn: true, member: "Lisbon" }),
    row("api", "depends on", { set_valued: true, member: "nats" }),
    row("api", "depends on", { set_valued: true, member: "postgres" }),
    row("api", "depends on", { set_valued: true, member: "redis" }),
    row("api", "port"),
  ];
})();

describe("the layout of rows", () => {
  it("puts subjects over their relations", () => {
    const layout = layoutRows(lanes, new Set(), 28);
    expect(layout.rows.map((r) => [r.kind, r.top, r.height])).toEqual([
      ["group", 0, 28],
      ["lane", 28, 28],
      ["lane", 56, 28],
      ["lane", 84, 22],
      ["group", 106, 28],
      ["lane", 134, 28],
      ["lane", 162, 28],
      ["lane", 190, 28],
      ["lane", 218, 28],
    ]);
    expect(layout.height).toBe(246);
    expect(layout.byLane.get(6)?.top).toBe(218);
  });

  it("counts keys, not rows", () => {
    const groups = layoutRows(lanes, new Set(), 28).rows.filter((r) => r.kind === "group");
    expect(groups.map((g) => g.count)).toEqual([2, 2]);
  });

  it("joins the members of a set-valued key", () => {
    const members = layoutRows(lanes, new Set(), 28).rows.flatMap((r) =>
      r.kind === "lane" ? [r.member] : [],
    );
    expect(members).toEqual(["only", "only", "only", "first", "middle", "last", "only"]);
  });

  it("closes a subject", () => {
    const layout = layoutRows(lanes, new Set(["anna"]), 36);
    expect(layout.rows).toHaveLength(6);
    expect(layout.byLane.has(0)).toBe(false);
    expect(layout.height).toBe(2 * 28 + 4 * 36);
  });

  it("finds rows by height", () => {
    const layout = layoutRows(lanes, new Set(), 28);
    expect(rowIndexAt(layout.rows, 0)).toBe(0);
    expect(rowIndexAt(layout.rows, 105)).toBe(3);
    expect(rowIndexAt(layout.rows, 106)).toBe(4);
    expect(rowIndexAt(layout.rows, 9999)).toBe(8);
    expect(rowsBetween(layout, 60, 140).map((r) => r.index)).toEqual([2, 3, 4, 5]);
    expect(rowsBetween(layoutRows([], new Set(), 28), 0, 100)).toEqual([]);
  });
});
