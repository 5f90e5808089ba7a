/** Paints one mark: its state by shape first, colour second, word third. */
import { type Marks, MarkFlag, MarkState } from "../backend/marks";
import { type Box, boxOf, type Metrics, type Scene } from "./geometry";
import { clear, FONT, type Ink, type Measure } from "./ink";
import { chevron, clip, dots, fade, write } from "./strokes";

export interface BarPainter extends Scene {
  ctx: CanvasRenderingContext2D;
  ink: Ink;
  measure: Measure;
  metrics: Metrics;
  marks: Marks;
  /** Pixel of the AS OF line: labels make way for it. */
  asOfX: number;
}

export interface BarPlace {
  i: number;
  /** Middle of the lane. */
  mid: number;
  selected: boolean;
  /** The lane's background is the selected one. */
  laneSelected: boolean;
  /** The other value of a conflict, or −1. */
  rival: number;
}

const NOTCH = 5;
const FADE_IN = 28;
/** Width of what a sign stands in. */
const SIGN = 13;

export function paintBar(p: BarPainter, place: BarPlace): void {
  const box = boxOf(p, p.marks, place.i);
  if (!box) return;
  if (p.marks.count[place.i] > 1) paintMerged(p, place, box);
  else {
    switch (p.marks.state[place.i]) {
      case MarkState.current:
        paintCurrent(p, place, box);
        break;
      case MarkState.future:
        paintFuture(p, place, box);
        break;
      case MarkState.disputed:
        paintConflict(p, place, box);
        break;
      case MarkState.rival:
        if (place.rival < 0) paintConflict(p, place, box);
        break;
      case MarkState.withdrawn:
        paintWithdrawn(p, place, box);
        break;
      default:
        paintPast(p, place, box);
    }
    paintBracket(p, place, box);
    paintLate(p, place, box);
  }
  if (place.selected) paintRing(p, place, box);
}

function paintCurrent(p: BarPainter, place: BarPlace, box: Box): void {
  const { ctx, ink, metrics } = p;
  const { x0, x1, open, unknown, clipLeft, clipRight, tail } = box;
  const h = metrics.bar;
  const top = place.mid - h / 2;
  if (unknown) {
    fade(ctx, x0, x0 + FADE_IN, clear(ink.current), ink.current);
    ctx.fillRect(x0, top, FADE_IN, h);
    ctx.fillStyle = ink.current;
    ctx.fillRect(x0 + FADE_IN, top, Math.max(0, x1 - x0 - FADE_IN), h);
  } else {
    ctx.fillStyle = ink.current;
    ctx.beginPath();
    ctx.moveTo(x0, top);
    ctx.lineTo(x1, top);
    ctx.lineTo(x1, top + h);
    ctx.lineTo(x0, top + h);
    if (!clipLeft && x1 - x0 > NOTCH + 1) ctx.lineTo(x0 + NOTCH, place.mid);
    ctx.fill();
  }
  if (open) {
    fade(ctx, x1, x1 + tail, ink.current, clear(ink.current));
    ctx.fillRect(x1, top, tail, h);
    if (p.thenBelief) {
      dots(p, x1 + tail + 2, place.mid, ink.current);
      chevron(p, p.scale.width - 11, place.mid, ink.current);
    } else chevron(p, x1 + tail - 3, place.mid, ink.current);
  }
  if (clipLeft) clip(p, x0 + 7, place.mid, -1, ink["on-current"]);
  if (clipRight) clip(p, x1 - 7, place.mid, 1, ink["on-current"]);
  const doubt = (p.marks.flags[place.i] & MarkFlag.uncertain) !== 0 && !clipLeft && x1 - x0 >= SIGN + NOTCH;
  if (doubt) paintSign(p, "?", x0 + (unknown ? FADE_IN : 0), place.mid, top, h);
  const pad = (unknown ? 32 : clipLeft ? 12 : 11) + (doubt ? SIGN - 4 : 0);
  currentLabel(p, place, box, x0 + pad, x1 - x0 - pad - 6);
}

function currentLabel(p: BarPainter, place: BarPlace, box: Box, x: number, room: number): void {
  const { ctx, ink, measure } = p;
  const text = labelOf(p, place.i);
  const width = measure.width(ctx, text, FONT.current);
  const crossed = p.asOfX > x - 3 && p.asOfX < x + Math.min(width, room) + 3;
  let outside = box.x1 + box.tail + 6;
  // The line that is drawn over it would cross it: it stands behind the line.
  if (p.asOfX > outside - 3 && p.asOfX < outside + width + 3) outside = p.asOfX + 6;
  const free = p.scale.width - outside - (p.thenBelief ? 24 : 8);
  if (box.open && (width > room || (crossed && p.thenBelief)) && free >= width) {
    ctx.fillStyle = place.laneSelected ? ink["bg-selected"] : ink.bg;
    ctx.fillRect(outside - 4, place.mid - 8, width + 8, 16);
    write(p, text, outside, place.mid + 4.3, FONT.current, ink.ink);
    return;
  }
  write(p, measure.fit(ctx, text, room, FONT.current), x, place.mid + 4.3, FONT.current, ink["on-current"]);
}

function paintPast(p: BarPainter, place: BarPlace, box: Box): void {
  const { ctx, ink, metrics } = p;
  const { x0, x1, unknown, clipLeft, clipRight } = box;
  const h = metrics.low;
  const top = place.mid - h / 2;
  const w = x1 - x0;
  if (w >= 3 || unknown || clipLeft) {
    const solid = unknown ? Math.min(x1, x0 + FADE_IN) : x0;
    if (unknown) {
      fade(ctx, x0, solid, clear(ink["past-fill"]), ink["past-fill"]);
      ctx.fillRect(x0, top, solid - x0, h);
      fade(ctx, x0, solid, clear(ink["past-line"]), ink["past-line"]);
      ctx.fillRect(x0, top, solid - x0, 1);
      ctx.fillRect(x0, top + h - 1, solid - x0, 1);
    }
    ctx.fillStyle = ink["past-fill"];
    ctx.fillRect(solid, top, x1 - solid, h);
    ctx.fillStyle = ink["past-line"];
    ctx.fillRect(solid, top, x1 - solid, 1);
    ctx.fillRect(solid, top + h - 1, x1 - solid, 1);
    if (!unknown && !clipLeft) ctx.fillRect(x0, top, 1, h);
  } else {
    ctx.fillStyle = ink["past-line"];
    ctx.fillRect(x0, top, Math.max(1, w), h);
  }
  if (!clipRight && w >= 3) ctx.fillRect(x1 - 2, place.mid - metrics.bar / 2, 2, metrics.bar);
  if (clipLeft) clip(p, x0 + 7, place.mid, -1, ink["past-line"]);
  if (clipRight) clip(p, x1 - 7, place.mid, 1, ink["past-line"]);
  const pad = unknown ? 32 : clipLeft ? 12 : 7;
  const text = p.measure.fit(ctx, labelOf(p, place.i), w - pad - 6, FONT.plain);
  write(p, text, x0 + pad, place.mid + 4.3, FONT.plain, ink["on-past"]);
}

function paintFuture(p: BarPainter, place: BarPlace, box: Box): void {
  const { ctx, ink, metrics } = p;
  const h = metrics.low;
  const top = place.mid - h / 2 + 0.5;
  ctx.strokeStyle = ink["later-line"];
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(box.x1 - (box.open ? 0 : 0.5), top);
  ctx.lineTo(box.x0 + 0.5, top);
  ctx.lineTo(box.x0 + 0.5, top + h - 1);
  ctx.lineTo(box.x1 - (box.open ? 0 : 0.5), top + h - 1);
  if (!box.open) ctx.closePath();
  ctx.stroke();
  if (box.open && box.x1 < p.scale.width - 18) {
    dots(p, box.x1 + 4, place.mid, ink["later-line"]);
    chevron(p, p.scale.width - 11, place.mid, ink["later-line"]);
  }
  const label = labelOf(p, place.i);
  const width = p.measure.width(ctx, label, FONT.plain);
  const room = box.x1 - box.x0 - 13;
  if (box.open && width > room && p.scale.width - box.x1 - 28 >= width) {
    ctx.fillStyle = place.laneSelected ? ink["bg-selected"] : ink.bg;
    ctx.fillRect(box.x1 + 2, place.mid - 8, width + 8, 16);
    write(p, label, box.x1 + 6, place.mid + 4.3, FONT.plain, ink["on-later"]);
    return;
  }
  const text = p.measure.fit(ctx, label, room, FONT.plain);
  write(p, text, box.x0 + 7, place.mid + 4.3, FONT.plain, ink["on-later"]);
}

function paintConflict(p: BarPainter, place: BarPlace, box: Box): void {
  const { ctx, ink, metrics } = p;
  const { x0, x1, open, tail } = box;
  const w = x1 - x0;
  const h = metrics.pair;
  const top = Math.ceil(place.mid - h / 2 - 0.5);
  const upper = Math.floor(h / 2);
  const lower = h - upper;
  ctx.fillStyle = ink.conflict;
  ctx.fillRect(x0, top, w, upper);
  ctx.fillStyle = ink["conflict-fill"];
  ctx.fillRect(x0, top + upper, w, lower);
  ctx.strokeStyle = ink.conflict;
  ctx.lineWidth = 1.5;
  ctx.strokeRect(x0 + 0.75, top + upper + 0.75, Math.max(0.5, w - 1.5), lower - 1.5);
  if (open) {
    fade(ctx, x1, x1 + tail, ink.conflict, clear(ink.conflict));
    ctx.fillRect(x1, top, tail, upper);
    if (p.thenBelief) {
      dots(p, x1 + tail + 2, place.mid, ink.conflict);
      chevron(p, p.scale.width - 11, place.mid, ink.conflict);
    } else chevron(p, x1 + tail - 3, place.mid, ink.conflict);
  }
  if (box.clipRight) clip(p, x1 - 7, top + upper / 2, 1, ink["on-conflict"]);
  if (w >= SIGN) paintSign(p, "!", x0, place.mid, top, h);
  else {
    ctx.fillStyle = ink.conflict;
    ctx.fillRect(x0, top, w, h);
  }
  conflictLabels(p, place, box, top, upper);
}

/** Both values of a conflict: in the bar, or behind its open end where they fit there alone. */
function conflictLabels(p: BarPainter, place: BarPlace, box: Box, top: number, upper: number): void {
  const { ctx, ink, metrics, measure } = p;
  const own = labelOf(p, place.i);
  const other = place.rival >= 0 ? labelOf(p, place.rival) : "";
  const both = (values: string[]) => values.filter(Boolean).join(" / ");
  const compact = metrics.lane < 28;
  const room = box.x1 - box.x0 - (compact ? 26 : 24);
  const width = measure.width(ctx, both([own, other]), FONT.upper);
  const widest = compact
    ? width
    : Math.max(measure.width(ctx, own, FONT.upper), measure.width(ctx, other, FONT.lower));
  const behind = box.x1 + box.tail + 6;
  if (widest > room && box.open && !p.thenBelief && p.scale.width - behind - 8 >= width)
    return labelOnGround(p, place, both([own, other]), behind);
  const [first, second] = widest > room ? apart(own, other) : [own, other];
  if (compact)
    return labelOnGround(p, place, measure.fit(ctx, both([first, second]), room, FONT.upper), box.x0 + 21);
  const lower = metrics.pair - upper;
  const upperLine = measure.fit(ctx, first, room, FONT.upper);
  const lowerLine = measure.fit(ctx, second, room, FONT.lower);
  write(p, upperLine, box.x0 + 18, top + upper / 2 + 3.9, FONT.upper, ink["on-conflict"]);
  write(p, lowerLine, box.x0 + 18, top + upper + lower / 2 + 3.9, FONT.lower, ink["on-conflict-fill"]);
}

/** A conflict's label on the colour of its lane. */
function labelOnGround(p: BarPainter, place: BarPlace, text: string, x: number): void {
  if (text === "") return;
  const { ctx, ink, measure } = p;
  ctx.fillStyle = place.laneSelected ? ink["bg-selected"] : ink.bg;
  ctx.fillRect(x - 4, place.mid - 8, measure.width(ctx, text, FONT.upper) + 8, 16);
  write(p, text, x, place.mid + 4, FONT.upper, ink.conflict);
}

/** Two labels without the words that both end with: what tells them apart is what must be read. */
export function apart(own: string, other: string): [string, string] {
  const [a, b] = [own.split(" "), other.split(" ")];
  let shared = 0;
  while (shared < Math.min(a.length, b.length) - 1 && a[a.length - 1 - shared] === b[b.length - 1 - shared])
    shared++;
  if (shared === 0) return [own, other];
  const short = (words: string[]) => `${words.slice(0, words.length - shared).join(" ")}…`;
  return [short(a), short(b)];
}

/** A sign at the head of a bar: its state in one character. */
function paintSign(p: BarPainter, sign: string, x: number, mid: number, top: number, h: number): void {
  const { ctx, ink } = p;
  ctx.fillStyle = ink.conflict;
  ctx.fillRect(x, top, SIGN, h);
  ctx.textAlign = "center";
  write(p, sign, x + SIGN / 2, mid + 4.3, FONT.bang, ink["on-conflict"]);
  ctx.textAlign = "left";
}

function paintWithdrawn(p: BarPainter, place: BarPlace, box: Box): void {
  const { ctx, ink, measure } = p;
  const { x0, x1 } = box;
  const w = x1 - x0;
  const top = place.mid - 7;
  ctx.save();
  ctx.beginPath();
  ctx.rect(x0, top, w, 14);
  ctx.clip();
  ctx.strokeStyle = ink["withdrawn-hatch"];
  ctx.lineWidth = 2;
  ctx.beginPath();
  // The hatch is fixed to the mark, so that it does not swim while panning.
  for (let x = x0 - 14; x < x1; x += 8.5) {
    ctx.moveTo(x, top + 14);
    ctx.lineTo(x + 14, top);
  }
  ctx.stroke();
  ctx.restore();
  ctx.strokeStyle = ink["withdrawn-line"];
  ctx.lineWidth = 1;
  ctx.setLineDash([3, 2]);
  ctx.strokeRect(x0 + 0.5, top + 0.5, Math.max(0.5, w - 1), 13);
  ctx.setLineDash([]);
  const text = measure.fit(ctx, labelOf(p, place.i), w - 14, FONT.plain);
  if (text === "") return;
  const width = measure.width(ctx, text, FONT.plain);
  ctx.fillStyle = ink.bg;
  ctx.fillRect(x0 + 5, top + 1, width + 6, 12);
  write(p, text, x0 + 8, place.mid + 4.3, FONT.plain, ink["on-withdrawn"]);
  ctx.fillRect(x0 + 8, place.mid, width, 1);
}

function paintMerged(p: BarPainter, place: BarPlace, box: Box): void {
  const { ctx, ink, measure, metrics, marks } = p;
  const { x0, x1 } = box;
  ctx.fillStyle = ink["past-line"];
  for (let x = x0 + 1; x < Math.max(x1 - 1, x0 + 2); x += 3)
    ctx.fillRect(x, place.mid - metrics.low / 2, 1, metrics.low);
  const count = String(marks.count[place.i]);
  const room = x1 - x0 - 12;
  const words = `${count} changes`;
  const label = measure.width(ctx, words, FONT.lower) <= room ? words : count;
  const width = measure.width(ctx, label, FONT.lower);
  if (width > room) return;
  const middle = (x0 + x1) / 2;
  ctx.fillStyle = place.laneSelected ? ink["bg-selected"] : ink.bg;
  ctx.fillRect(middle - width / 2 - 3, place.mid - 7, width + 6, 14);
  write(p, label, middle - width / 2, place.mid + 4, FONT.lower, ink["ink-2"]);
}

function paintBracket(p: BarPainter, place: BarPlace, box: Box): void {
  const { ctx, ink, marks, metrics, scale } = p;
  const { i, mid } = place;
  if (!(marks.coarseTo[i] > marks.from[i]) || box.unknown) return;
  const from = Math.max(-4, scale.x(marks.from[i]));
  const to = Math.min(scale.width + 4, scale.x(marks.coarseTo[i]));
  if (to <= 0 || to - from < 4) return;
  const top = mid - (marks.state[i] === MarkState.disputed ? metrics.pair : metrics.bar) / 2;
  ctx.strokeStyle = ink["ink-2"];
  ctx.lineWidth = 1.25;
  ctx.beginPath();
  ctx.moveTo(Math.round(from) + 0.5, top + 0.5);
  ctx.lineTo(Math.round(from) + 0.5, top - 2.5);
  ctx.lineTo(Math.round(to) - 0.5, top - 2.5);
  ctx.lineTo(Math.round(to) - 0.5, top + 0.5);
  ctx.stroke();
}

function paintLate(p: BarPainter, place: BarPlace, box: Box): void {
  const late = (p.marks.flags[place.i] & MarkFlag.late) !== 0;
  if (!late || box.unknown || box.clipLeft) return;
  const { ctx, ink, metrics } = p;
  const y = place.mid + metrics.bar / 2 + 1;
  const x = box.x0 + 6;
  ctx.beginPath();
  ctx.moveTo(x, y - 3);
  ctx.lineTo(x + 3, y);
  ctx.lineTo(x, y + 3);
  ctx.lineTo(x - 3, y);
  ctx.closePath();
  ctx.fillStyle = ink.ink;
  ctx.strokeStyle = ink.bg;
  ctx.lineWidth = 1;
  ctx.fill();
  ctx.stroke();
}

function paintRing(p: BarPainter, place: BarPlace, box: Box): void {
  const { ctx, ink, metrics, marks } = p;
  const state = marks.state[place.i];
  const pair = state === MarkState.disputed || state === MarkState.rival;
  const h =
    state === MarkState.current
      ? metrics.bar
      : pair
        ? metrics.pair - 3
        : state === MarkState.withdrawn
          ? 14
          : metrics.low;
  const top = place.mid - h / 2 - 2.5;
  const bottom = place.mid + h / 2 + 2.5;
  ctx.strokeStyle = ink.ink;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  const right = box.open ? box.x1 + box.tail - 12 : box.x1 + 2.5;
  const left = box.clipLeft || box.unknown ? -2 : box.x0 - 2.5;
  ctx.moveTo(right, top);
  ctx.lineTo(left, top);
  ctx.lineTo(left, bottom);
  ctx.lineTo(right, bottom);
  if (!box.open && !box.clipRight) ctx.closePath();
  ctx.stroke();
}

const labelOf = (p: BarPainter, i: number): string => p.marks.labels[p.marks.label[i]] ?? "";
