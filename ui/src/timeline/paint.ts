/** Paints a stretch of lanes: backgrounds, grid, marks, then the lines of now and AS OF. */
import { MarkState } from "../backend/marks";
import type { Tick } from "../time/ticks";
import { type BarPainter, paintBar } from "./bar";
import { METRICS } from "./geometry";
import { rivalOf } from "./hit";
import { type Layout, type Row, rowsBetween } from "./rows";

export interface LanesPicture extends BarPainter {
  layout: Layout;
  byLane: ReadonlyMap<number, readonly number[]>;
  ticks: readonly Tick[];
  /** Heights between which is painted; the canvas begins at `top`. */
  top: number;
  bottom: number;
  nowX: number;
  /** Rows of the selected key have the selected background. */
  isSelectedRow: (row: Row) => boolean;
  /** Number of the selected version, 0 for none. */
  selectedFact: number;
}

export function paintLanes(p: LanesPicture): void {
  const { ctx, ink, scale, top, bottom } = p;
  const width = scale.width;
  ctx.textBaseline = "alphabetic";
  ctx.textAlign = "left";
  ctx.fillStyle = ink.bg;
  ctx.fillRect(0, top, width, bottom - top);
  const rows = rowsBetween(p.layout, top, bottom);
  for (const tick of p.ticks) {
    ctx.fillStyle = tick.major ? ink["grid-major"] : ink["grid-minor"];
    ctx.fillRect(Math.round(tick.x), top, 1, bottom - top);
  }
  for (const row of rows) paintBackground(p, row);
  const wide = { ...p };
  for (const row of rows) {
    if (row.kind !== "lane") continue;
    const lane = p.byLane.get(row.row.lane);
    if (!lane) continue;
    const laneSelected = p.isSelectedRow(row);
    wide.metrics = row.row.withdrawn ? METRICS[22] : p.metrics;
    let selected = -1;
    const place = (i: number) => ({
      i,
      mid: row.top + (row.height - 1) / 2,
      selected: p.selectedFact !== 0 && p.marks.fact[i] === p.selectedFact,
      laneSelected,
      rival: otherOf(p, lane, i),
    });
    for (const i of lane) {
      if (p.selectedFact !== 0 && p.marks.fact[i] === p.selectedFact) selected = i;
      else paintBar(wide, place(i));
    }
    // The ring lies over the neighbours.
    if (selected >= 0) paintBar(wide, place(selected));
  }
  paintLines(p);
}

function otherOf(p: LanesPicture, lane: readonly number[], i: number): number {
  const state = p.marks.state[i];
  if (state === MarkState.disputed) return rivalOf(p.marks, lane, i);
  if (state !== MarkState.rival) return -1;
  return lane.find((j) => p.marks.state[j] === MarkState.disputed && rivalOf(p.marks, lane, j) === i) ?? -1;
}

function paintBackground(p: LanesPicture, row: Row): void {
  const { ctx, ink, scale } = p;
  if (row.kind === "group") {
    ctx.fillStyle = ink["bg-group"];
    ctx.fillRect(0, row.top, scale.width, row.height);
    ctx.fillStyle = ink["grid-minor"];
    for (const tick of p.ticks) ctx.fillRect(Math.round(tick.x), row.top, 1, row.height);
  } else if (p.isSelectedRow(row)) {
    ctx.fillStyle = ink["bg-selected"];
    ctx.fillRect(0, row.top, scale.width, row.height);
  }
  ctx.fillStyle = ink.line;
  ctx.fillRect(0, row.top + row.height - 1, scale.width, 1);
}

function paintLines(p: LanesPicture): void {
  const { ctx, ink, top, bottom } = p;
  const nowX = Math.round(p.nowX) + 0.5;
  ctx.strokeStyle = ink["now-line"];
  ctx.lineWidth = 1;
  ctx.setLineDash([1, 3]);
  line(ctx, nowX, top, bottom);
  ctx.setLineDash([]);
  const x = Math.round(p.asOfX * 2) / 2 + 0.25;
  ctx.strokeStyle = ink["cursor-halo"];
  ctx.lineWidth = 3.5;
  line(ctx, x, top, bottom);
  ctx.strokeStyle = ink.cursor;
  ctx.lineWidth = 1.5;
  line(ctx, x, top, bottom);
}

function line(ctx: CanvasRenderingContext2D, x: number, top: number, bottom: number): void {
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x, bottom);
  ctx.stroke();
}
