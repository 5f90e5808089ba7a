/** The strokes that marks share: words, fades, chevrons and dots. */
import type { BarPainter } from "./bar";

export function write(p: BarPainter, text: string, x: number, y: number, font: string, colour: string): void {
  p.ctx.fillStyle = colour;
  if (text === "") return;
  p.ctx.font = font;
  p.ctx.fillText(text, x, y);
}

export function fade(ctx: CanvasRenderingContext2D, x0: number, x1: number, from: string, to: string): void {
  const gradient = ctx.createLinearGradient(x0, 0, x1, 0);
  gradient.addColorStop(0, from);
  gradient.addColorStop(1, to);
  ctx.fillStyle = gradient;
}

export function chevron({ ctx }: BarPainter, x: number, y: number, colour: string): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.75;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.beginPath();
  ctx.moveTo(x, y - 5);
  ctx.lineTo(x + 5, y);
  ctx.lineTo(x, y + 5);
  ctx.stroke();
  ctx.lineCap = "butt";
  ctx.lineJoin = "miter";
}

export function clip({ ctx }: BarPainter, x: number, y: number, side: 1 | -1, colour: string): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.moveTo(x, y - 3.5);
  ctx.lineTo(x + side * 3.5, y);
  ctx.lineTo(x, y + 3.5);
  ctx.stroke();
}

export function dots({ ctx, scale }: BarPainter, from: number, y: number, colour: string): void {
  if (from > scale.width - 14) return;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([1.5, 3.5]);
  ctx.beginPath();
  ctx.moveTo(from, y);
  ctx.lineTo(scale.width - 14, y);
  ctx.stroke();
  ctx.setLineDash([]);
}
