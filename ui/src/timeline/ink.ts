/** The colours of the tokens, for the canvas; and texts measured once. */

const NAMES = [
  "bg",
  "bg-group",
  "bg-selected",
  "bg-sunken",
  "line",
  "line-strong",
  "grid-major",
  "grid-minor",
  "ink",
  "ink-2",
  "ink-3",
  "accent",
  "current",
  "on-current",
  "past-line",
  "past-fill",
  "on-past",
  "later-line",
  "on-later",
  "conflict",
  "on-conflict",
  "conflict-fill",
  "on-conflict-fill",
  "withdrawn-line",
  "withdrawn-hatch",
  "on-withdrawn",
  "cursor",
  "cursor-halo",
  "now-line",
  "line-control",
] as const;

export type Ink = Record<(typeof NAMES)[number], string>;

export function readInk(element: Element): Ink {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim() || "#888"]),
  ) as Ink;
}

/** The same colour, transparent: what a fade ends in. */
export function clear(colour: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? `${colour}00` : "transparent";
}

export const FONT = {
  current: "620 12px Inter, system-ui, sans-serif",
  plain: "420 12px Inter, system-ui, sans-serif",
  upper: "620 11px Inter, system-ui, sans-serif",
  lower: "520 11px Inter, system-ui, sans-serif",
  bang: "700 12px Inter, system-ui, sans-serif",
} as const;

/** Least room for a label: what a mark of 22 px leaves beside its insets. */
const LEAST_ROOM = 9;
const KEPT = 20_000;

/** Widths of texts, kept by font. Cutting is by whole characters. */
export class Measure {
  readonly #widths = new Map<string, Map<string, number>>();
  readonly #cuts = new Map<string, string>();

  width(ctx: CanvasRenderingContext2D, text: string, font: string): number {
    let widths = this.#widths.get(font);
    if (!widths) this.#widths.set(font, (widths = new Map()));
    const kept = widths.get(text);
    if (kept !== undefined) return kept;
    if (widths.size > KEPT) widths.clear();
    ctx.font = font;
    const width = ctx.measureText(text).width;
    widths.set(text, width);
    return width;
  }

  /** The text, or as much of it as fits with an ellipsis, or nothing. */
  fit(ctx: CanvasRenderingContext2D, text: string, room: number, font: string): string {
    if (text === "" || room < LEAST_ROOM) return "";
    if (this.width(ctx, text, font) <= room) return text;
    const key = `${Math.floor(room)} ${font} ${text}`;
    const kept = this.#cuts.get(key);
    if (kept !== undefined) return kept;
    const characters = [...text];
    let low = 0;
    let high = characters.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      ctx.font = font;
      if (ctx.measureText(cut(characters, middle)).width <= room) low = middle;
      else high = middle - 1;
    }
    const fitting = low >= 2 ? cut(characters, low) : "";
    if (this.#cuts.size > KEPT) this.#cuts.clear();
    this.#cuts.set(key, fitting);
    return fitting;
  }

  /** Fonts have arrived: what was measured before is wrong. */
  forget(): void {
    this.#widths.clear();
    this.#cuts.clear();
  }
}

const cut = (characters: string[], n: number): string => `${characters.slice(0, n).join("").trimEnd()}…`;
