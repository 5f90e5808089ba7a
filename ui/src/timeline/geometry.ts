/** Where a mark stands on screen. Painting, hitting and the accessible cells all use this. */
import { type Marks, MarkState } from "../backend/marks";
import type { TimeScale } from "../time/scale";
import type { LaneHeight } from "../view/preferences.svelte";

export interface Metrics {
  lane: number;
  /** Full height: holds. */
  bar: number;
  /** 70 %: past, not yet. */
  low: number;
  /** Both halves of a conflict. */
  pair: number;
}

export const METRICS: Record<LaneHeight, Metrics> = {
  22: { lane: 22, bar: 16, low: 12, pair: 20 },
  28: { lane: 28, bar: 20, low: 14, pair: 25 },
  36: { lane: 36, bar: 26, low: 18, pair: 33 },
};

export interface Scene {
  scale: TimeScale;
  /** Up to here open marks are solid: now, or AS KNOWN where that is in the past. */
  edge: number;
  /** AS KNOWN is in the past: open marks were believed to go on. */
  thenBelief: boolean;
}

export interface Box {
  x0: number;
  x1: number;
  open: boolean;
  unknown: boolean;
  /** It goes on outside the window. */
  clipLeft: boolean;
  clipRight: boolean;
  /** Width of the fading tail of an open end. */
  tail: number;
}

const TAIL = 36;
/** What an open mark that begins after the edge is drawn with. */
const FUTURE_STUB = 64;
const half = (x: number): number => Math.round(x * 2) / 2;

/** Null where the mark does not show. */
export function boxOf(scene: Scene, marks: Marks, i: number): Box | null {
  const { scale, edge } = scene;
  const from = marks.from[i];
  const to = marks.to[i];
  const unknown = from === -Infinity;
  const open = to === Infinity;
  const start = unknown ? 0 : scale.x(from);
  const end = open ? openEnd(scene, from, marks.state[i]) : scale.x(to);
  const x0 = half(Math.max(0, start));
  // Open ends are set on whole pixels: their tail begins there without a seam.
  let x1 = open ? Math.round(Math.min(scale.width, Math.max(end, x0 + 2))) : half(Math.min(scale.width, end));
  if (start >= scale.width || (open ? false : end <= 0)) return null;
  // An open end whose solid part lies left of the window still goes on to the right.
  if (open && scale.x(edge) <= 0 && x1 <= 2) x1 = 0;
  const clipRight = end > scale.width;
  // Neighbours keep a pixel between them, so that equal ones do not run together.
  if (!open && !clipRight && x1 - x0 > 1.5) x1 -= 1;
  const tail = open ? Math.min(TAIL, Math.max(10, scale.width - x1 - 10)) : 0;
  return { x0, x1, open, unknown, clipLeft: !unknown && start < 0, clipRight, tail };
}

function openEnd({ scale, edge }: Scene, from: number, state: number): number {
  if (state === MarkState.future && from >= edge) return scale.x(from) + FUTURE_STUB;
  return scale.x(edge);
}

/** Height of a mark's body. */
export function bodyHeight(metrics: Metrics, state: number): number {
  if (state === MarkState.current) return metrics.bar;
  if (state === MarkState.disputed || state === MarkState.rival) return metrics.pair;
  if (state === MarkState.withdrawn) return 14;
  return metrics.low;
}

/** The part of a box that can be hit and that a screen reader's cell covers. */
export function reach(box: Box, width: number): { left: number; right: number } {
  return { left: box.x0, right: Math.min(width, Math.max(box.x0 + 4, box.x1 + box.tail)) };
}
