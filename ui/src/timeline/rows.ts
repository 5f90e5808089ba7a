/** Where every row of the lanes stands: a group for a subject, a lane for a relation or a member. */
import type { LaneRow } from "../backend/types";
import type { LaneHeight } from "../view/preferences.svelte";

export interface GroupRow {
  kind: "group";
  id: string;
  index: number;
  top: number;
  height: number;
  subject: string;
  /** Keys in it. */
  count: number;
  open: boolean;
}

export interface LaneRowPlace {
  kind: "lane";
  id: string;
  index: number;
  top: number;
  height: number;
  row: LaneRow;
  /** Place among the rows of a set-valued key. */
  member: "only" | "first" | "middle" | "last";
}

export type Row = GroupRow | LaneRowPlace;

export interface Layout {
  rows: readonly Row[];
  height: number;
  /** Row of a lane, by the lane's number. */
  byLane: ReadonlyMap<number, LaneRowPlace>;
  byId: ReadonlyMap<string, Row>;
}

export const GROUP_HEIGHT = 28;
export const WITHDRAWN_HEIGHT = 22;

export const keyText = (row: Pick<LaneRow, "subject" | "relation" | "scope">): string =>
  row.scope === null ? `${row.subject}/${row.relation}` : `${row.subject}/${row.relation}/${row.scope}`;

export const rowId = (row: LaneRow): string =>
  JSON.stringify([row.subject, row.relation, row.scope, row.member, row.withdrawn]);

/**
 * Marks by lane where the lanes are numbered anew: a mark names its lane by number alone, so it goes
 * with the lane that had the number, and with no lane where that one is gone.
 */
export function renumbered(
  byLane: ReadonlyMap<number, readonly number[]>,
  before: readonly LaneRow[],
  now: readonly LaneRow[],
): ReadonlyMap<number, readonly number[]> {
  const numbers = new Map(before.map((row) => [rowId(row), row.lane]));
  const lanes = new Map<number, readonly number[]>();
  for (const row of now) {
    const was = numbers.get(rowId(row));
    const marks = was === undefined ? undefined : byLane.get(was);
    if (marks) lanes.set(row.lane, marks);
  }
  return lanes;
}

const sameKeyRows = (a: LaneRow | undefined, b: LaneRow): boolean =>
  a !== undefined && !a.withdrawn && keyText(a) === keyText(b);

export function layoutRows(
  lanes: readonly LaneRow[],
  collapsed: ReadonlySet<string>,
  laneHeight: LaneHeight,
): Layout {
  const rows: Row[] = [];
  const byLane = new Map<number, LaneRowPlace>();
  let top = 0;
  let group: GroupRow | null = null;
  let key = "";
  lanes.forEach((row, i) => {
    if (group?.subject !== row.subject) {
      const open = !collapsed.has(row.subject);
      group = {
        kind: "group",
        id: `group ${row.subject}`,
        index: rows.length,
        top,
        height: GROUP_HEIGHT,
        subject: row.subject,
        count: 0,
        open,
      };
      rows.push(group);
      top += GROUP_HEIGHT;
      key = "";
    }
    if (keyText(row) !== key) group.count++;
    key = keyText(row);
    if (!group.open) return;
    const height = row.withdrawn ? WITHDRAWN_HEIGHT : laneHeight;
    const place: LaneRowPlace = {
      kind: "lane",
      id: rowId(row),
      index: rows.length,
      top,
      height,
      row,
      member: row.set_valued && !row.withdrawn ? memberPlace(lanes, i) : "only",
    };
    rows.push(place);
    byLane.set(row.lane, place);
    top += height;
  });
  return { rows, height: top, byLane, byId: new Map(rows.map((row) => [row.id, row])) };
}

function memberPlace(lanes: readonly LaneRow[], i: number): LaneRowPlace["member"] {
  const before = sameKeyRows(lanes[i - 1], lanes[i]);
  const after = lanes[i + 1] !== undefined && sameKeyRows(lanes[i], lanes[i + 1]) && !lanes[i + 1].withdrawn;
  if (before && after) return "middle";
  if (before) return "last";
  return after ? "first" : "only";
}

/** Index of the row at a height; the last one below the end. */
export function rowIndexAt(rows: readonly Row[], y: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rows[middle].top <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The rows that show between two heights. */
export function rowsBetween(layout: Layout, top: number, bottom: number): readonly Row[] {
  if (layout.rows.length === 0) return [];
  return layout.rows.slice(rowIndexAt(layout.rows, top), rowIndexAt(layout.rows, bottom) + 1);
}
