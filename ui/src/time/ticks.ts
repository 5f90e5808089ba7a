/** Ticks of a ruler: the finest calendar step whose ticks stand far enough apart. */
import { DAY, HOUR, MINUTE, type TimeScale, YEAR } from "./scale";
import { MONTHS } from "./words";
import type { Zone } from "./zone";

export interface Tick {
  ms: number;
  x: number;
  /** Empty where there is no room for a word. */
  label: string;
  /** A new year, or a new day where hours are shown. */
  strong: boolean;
  /** Deserves a stronger grid line. */
  major: boolean;
}

type Step = { unit: "year" | "month" | "day" | "minute"; every: number; span: number };

const STEPS: Step[] = [
  ...[1, 5, 15, 30].map((every): Step => ({ unit: "minute", every, span: every * MINUTE })),
  ...[1, 3, 6, 12].map((hours): Step => ({ unit: "minute", every: hours * 60, span: hours * HOUR })),
  { unit: "day", every: 1, span: DAY },
  { unit: "day", every: 7, span: 7 * DAY },
  { unit: "month", every: 1, span: 30 * DAY },
  { unit: "month", every: 3, span: 91 * DAY },
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((every): Step => ({
    unit: "year",
    every,
    span: every * YEAR,
  })),
];

/** Least pixels between two ticks, and between two words. Weeks earn theirs only with room for each word. */
const TICK_GAP = 16;
const WEEK_GAP = 26;
const WORD_GAP = 40;

export function ticks(scale: TimeScale, zone: Zone): Tick[] {
  const index = STEPS.findIndex((step) => step.span * scale.k >= (step.every === 7 ? WEEK_GAP : TICK_GAP));
  const step = STEPS[index < 0 ? STEPS.length - 1 : index];
  const stride = Math.max(1, Math.ceil(WORD_GAP / (step.span * scale.k)));
  const found: Tick[] = [];
  let ms = first(step, scale.from, zone);
  for (let guard = 0; ms <= scale.to && guard < 2000; guard++) {
    if (ms >= scale.from) found.push(tick(step, stride, ms, scale, zone));
    ms = next(step, ms, zone);
  }
  return found;
}

function first(step: Step, from: number, zone: Zone): number {
  const c = zone.civil(from);
  if (step.unit === "year") return zone.moment(Math.floor(c.year / step.every) * step.every, 1, 1);
  if (step.unit === "month") return zone.moment(c.year, c.month - ((c.month - 1) % step.every), 1);
  if (step.unit === "day") return zone.moment(c.year, c.month, step.every === 1 ? c.day : 1);
  const minutes = c.hour * 60 + c.minute;
  const start = minutes - (minutes % step.every);
  return zone.moment(c.year, c.month, c.day, Math.floor(start / 60), start % 60);
}

function next(step: Step, ms: number, zone: Zone): number {
  const c = zone.civil(ms);
  if (step.unit === "year") return zone.moment(c.year + step.every, 1, 1);
  if (step.unit === "month") return zone.moment(c.year, c.month + step.every, 1);
  if (step.unit === "day") {
    // Weeks are counted from the first of the month and stop before the next, so that months keep their ticks.
    if (step.every > 1 && c.day + step.every > 28) return zone.moment(c.year, c.month + 1, 1);
    return zone.moment(c.year, c.month, c.day + step.every);
  }
  // Hours step by elapsed time: a day of 23 or 25 hours must not stall here.
  const after = ms + step.every * MINUTE;
  if (step.every < 60) return after;
  const d = zone.civil(after);
  const aligned = zone.moment(d.year, d.month, d.day, d.hour - (d.hour % (step.every / 60)));
  return aligned > ms ? aligned : after;
}

/** The least stride that comes round evenly, so that the last word leaves the first of the next its room. */
function evenly(stride: number, places: number): number {
  let even = Math.min(stride, places);
  while (places % even !== 0) even++;
  return even;
}

function tick(step: Step, stride: number, ms: number, scale: TimeScale, zone: Zone): Tick {
  const c = zone.civil(ms);
  const x = scale.x(ms);
  switch (step.unit) {
    case "year": {
      const shown = (c.year / step.every) % stride === 0;
      return {
        ms,
        x,
        label: shown ? String(c.year) : "",
        strong: true,
        major: c.year % (step.every * 5) === 0,
      };
    }
    case "month": {
      const jan = c.month === 1;
      const place = (c.month - 1) / step.every;
      const label = jan
        ? String(c.year)
        : place % evenly(stride, 12 / step.every) === 0
          ? MONTHS[c.month - 1]
          : "";
      return { ms, x, label, strong: jan, major: (c.month - 1) % 3 === 0 };
    }
    case "day": {
      const monthStart = c.day === 1;
      const yearStart = monthStart && c.month === 1;
      const place = step.every === 1 ? c.day - 1 : Math.floor((c.day - 1) / step.every);
      const near = step.every === 1 && stride > 1 && c.day + stride > 32;
      const label = yearStart
        ? String(c.year)
        : monthStart
          ? MONTHS[c.month - 1]
          : place % stride === 0 && !near
            ? String(c.day)
            : "";
      return { ms, x, label, strong: monthStart, major: monthStart };
    }
    case "minute": {
      const midnight = c.hour === 0 && c.minute === 0;
      const place = (c.hour * 60 + c.minute) / step.every;
      const clock = `${String(c.hour).padStart(2, "0")}:${String(c.minute).padStart(2, "0")}`;
      const label = midnight
        ? `${c.day} ${MONTHS[c.month - 1]}`
        : place % evenly(stride, 1440 / step.every) === 0
          ? clock
          : "";
      return { ms, x, label, strong: midnight, major: midnight };
    }
  }
}
