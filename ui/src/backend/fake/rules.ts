/**
 * What the fake believes: the timeline of a key at a system time, simplified. The ledger's rules
 * live in the ledger; this is only enough to show every kind of mark.
 */
import type { Precision } from "../types";
import { readEntry } from "../../time/entry";
import { millis } from "../../time/instant";
import { Zone } from "../../time/zone";
import type { LogEvent, LogKey } from "./log";

export const ZONE = new Zone("Europe/Lisbon");

/** An event with its moments worked out. */
export interface Told {
  /** Number over the whole log, from 1: also the number of the version that it opens. */
  id: number;
  event: LogEvent;
  key: LogKey;
  recorded: number;
  at: number;
  to: number;
  precision: Precision;
}

export interface Belief {
  id: number;
  object: string;
  from: number;
  to: number;
  coarseTo: number;
  told: Told;
  /** Everything that vouches for it, in the order it was told. */
  sources: Told[];
  rival: Told | null;
  closedBy: Told | null;
  withdrawnAt: number | null;
}

export const moment = (text: string): number => {
  const entry = readEntry(text, ZONE);
  return entry.kind === "at" ? millis(entry.instant) : NaN;
};

function precisionOf(text: string | null): Precision {
  if (text === null) return "day";
  return text.length === 4 ? "year" : text.length === 7 ? "month" : text.length === 10 ? "day" : "instant";
}

export function tell(log: LogKey[]): Told[] {
  let id = 0;
  return log.flatMap((key) =>
    key.events.map((event) => ({
      id: ++id,
      event,
      key,
      recorded: moment(event.recorded) + id, // no two entries share a system time
      at: event.at === null ? -Infinity : moment(event.at),
      to: event.to === null ? Infinity : moment(event.to),
      precision: precisionOf(event.at),
    })),
  );
}

const grouped = new WeakMap<Told[], Map<LogKey, Told[]>>();

/** What was told of a key up to a system time. */
export function toldOf(told: Told[], key: LogKey, known: number): Told[] {
  let keys = grouped.get(told);
  if (!keys) {
    grouped.set(told, (keys = new Map()));
    for (const t of told) {
      const list = keys.get(t.key);
      if (list) list.push(t);
      else keys.set(t.key, [t]);
    }
  }
  return (keys.get(key) ?? []).filter((t) => t.recorded <= known);
}

/** What is believed of a key at `known`; for a set-valued key, of one object. */
export function beliefs(told: Told[], key: LogKey, known: number, member: string | null): Belief[] {
  const seen = toldOf(told, key, known);
  const voided = voids(seen, key);
  const points = seen
    .filter((t) => t.event.kind !== "void" && !voided.has(t.id))
    .filter(
      (t) =>
        member === null || t.event.object === member || (t.event.kind === "end" && t.event.object === null),
    )
    .sort((a, b) => a.at - b.at || a.recorded - b.recorded);
  const out: Belief[] = [];
  for (let i = 0; i < points.length;) {
    let j = i;
    while (j < points.length && points[j].at === points[i].at) j++;
    const group = points.slice(i, j);
    const winner = group[group.length - 1];
    const last = out[out.length - 1];
    if (
      last &&
      last.to > winner.at &&
      (winner.event.kind !== "confirm" || winner.event.object !== last.object)
    ) {
      last.to = winner.at;
      last.closedBy = winner;
    }
    if (winner.event.kind !== "end" && winner.event.object !== null) {
      if (last && last.object === winner.event.object && last.to >= winner.at) {
        last.sources.push(...group);
        last.to = winner.to;
      } else {
        const rival = group.find(
          (t) =>
            t.event.kind === "assert" &&
            t.event.object !== winner.event.object &&
            t.event.source &&
            winner.event.source,
        );
        out.push({
          id: winner.id,
          object: winner.event.object,
          from: winner.at,
          to: winner.to,
          coarseTo: coarseEnd(winner),
          told: winner,
          sources: group.filter((t) => t.event.object === winner.event.object),
          rival: rival ?? null,
          closedBy: null,
          withdrawnAt: null,
        });
      }
    }
    i = j;
  }
  return out;
}

/** What was believed once and voided since. */
export function withdrawn(told: Told[], key: LogKey, known: number): Belief[] {
  const seen = toldOf(told, key, known);
  const voided = voids(seen, key);
  return seen
    .filter((t) => voided.has(t.id) && t.event.object !== null)
    .map((t) => ({
      id: t.id,
      object: t.event.object ?? "",
      from: t.at,
      to: t.to,
      coarseTo: coarseEnd(t),
      told: t,
      sources: [t],
      rival: null,
      closedBy: null,
      withdrawnAt: voided.get(t.id) ?? null,
    }));
}

function voids(seen: Told[], key: LogKey): Map<number, number> {
  const out = new Map<number, number>();
  for (const t of seen) {
    if (t.event.kind !== "void" || t.event.target === null) continue;
    const target = seen.find((s) => s.event === key.events[t.event.target ?? -1]);
    if (target) out.set(target.id, t.recorded);
  }
  return out;
}

function coarseEnd(t: Told): number {
  if (!Number.isFinite(t.at) || (t.precision !== "month" && t.precision !== "year")) return t.at;
  const c = ZONE.civil(t.at);
  return t.precision === "month" ? ZONE.moment(c.year, c.month + 1, 1) : ZONE.moment(c.year + 1, 1, 1);
}
