/** What lies under the pointer. */
import { type Marks, MarkState } from "../backend/marks";
import { boxOf, reach, type Scene } from "./geometry";
import { type LaneRowPlace, type Layout, type Row, rowIndexAt } from "./rows";

/** Pixels beside a mark that still hit it. */
const SLOP = 2;

export function rowAt(layout: Layout, y: number): Row | null {
  if (y < 0 || y >= layout.height || layout.rows.length === 0) return null;
  return layout.rows[rowIndexAt(layout.rows, y)];
}

/**
 * The mark at a place, by its number, or −1. `y` counts from the top of the first row. Of the
 * halves of a conflict it is the one under the pointer, of others the nearest.
 */
export function hitMark(
  layout: Layout,
  marks: Marks,
  byLane: ReadonlyMap<number, readonly number[]>,
  scene: Scene,
  x: number,
  y: number,
): number {
  const row = rowAt(layout, y);
  if (row?.kind !== "lane") return -1;
  const lower = y - row.top > row.height / 2;
  let best = -1;
  let distance = Infinity;
  for (const i of byLane.get(row.row.lane) ?? []) {
    const box = boxOf(scene, marks, i);
    if (!box) continue;
    const { left, right } = reach(box, scene.scale.width);
    const d = x < left ? left - x : x > right ? x - right : 0;
    // Of those under the pointer the last painted wins, else the first of the nearest.
    if (d > SLOP || (d > 0 && d >= distance)) continue;
    const rival = marks.state[i] === MarkState.rival;
    const holder = marks.state[i] === MarkState.disputed;
    if ((rival && !lower) || (holder && lower && hasRival(marks, byLane, row, i))) continue;
    best = i;
    distance = d;
  }
  return best;
}

function hasRival(
  marks: Marks,
  byLane: ReadonlyMap<number, readonly number[]>,
  row: LaneRowPlace,
  holder: number,
): boolean {
  return rivalOf(marks, byLane.get(row.row.lane) ?? [], holder) >= 0;
}

/** The other value of a conflict: the rival in the lane that overlaps its holder. −1: none. */
export function rivalOf(marks: Marks, lane: readonly number[], holder: number): number {
  for (const i of lane) {
    if (marks.state[i] !== MarkState.rival) continue;
    if (marks.from[i] < marks.to[holder] && marks.to[i] > marks.from[holder]) return i;
  }
  return -1;
}
