/** Lanes and marks of the fake backend. */
import { MarkFlag, MarkState, type PlainMark } from "../marks";
import type { LaneQuery, LaneRow } from "../types";
import type { LogKey } from "./log";
import { type Belief, beliefs, type Told, toldOf, withdrawn } from "./rules";

export interface Lane {
  row: LaneRow;
  key: LogKey;
  beliefs: Belief[];
}

const LATE_MS = 14 * 86_400_000;
const LEAST_PIXELS = 2;

export const holdingAt = (list: Belief[], at: number): Belief | undefined =>
  list.find((b) => b.from <= at && at < b.to);

export function lanesOf(told: Told[], log: LogKey[], query: LaneQuery, asOf: number, known: number): Lane[] {
  const words = query.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const lanes: Lane[] = [];
  const sorted = [...log].sort(
    (a, b) => a.subject.localeCompare(b.subject) || a.relation.localeCompare(b.relation),
  );
  for (const key of sorted) {
    const seen = toldOf(told, key, known);
    if (seen.length === 0) continue;
    const dead = withdrawn(told, key, known);
    const text = [key.subject, key.relation, ...seen.map((t) => t.event.object ?? "")]
      .join(" ")
      .toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    if (query.withdrawn && dead.length === 0) continue;
    const members = key.set
      ? [...new Set(seen.map((t) => t.event.object))].filter((o) => o !== null)
      : [null];
    for (const member of members) {
      const list = beliefs(told, key, known, member);
      const holds = holdingAt(list, asOf);
      const today = Number.isFinite(known) ? holdingAt(beliefs(told, key, Infinity, member), asOf) : holds;
      const row: LaneRow = {
        lane: 0,
        subject: key.subject,
        relation: key.relation,
        scope: null,
        set_valued: key.set,
        member,
        withdrawn: false,
        value: holds?.object ?? null,
        conflict: list.some((b) => b.rival !== null),
        corrected: dead.length > 0,
        believed_otherwise: Number.isFinite(known) && today?.object !== holds?.object,
      };
      if (query.conflicts && !row.conflict) continue;
      if (query.believed_otherwise && !row.believed_otherwise) continue;
      lanes.push({ row, key, beliefs: list });
      if (query.withdrawn) {
        for (const belief of dead) {
          lanes.push({ row: { ...row, member: belief.object, withdrawn: true }, key, beliefs: [belief] });
        }
      }
    }
  }
  lanes.forEach((lane, i) => (lane.row.lane = i));
  return lanes;
}

export function marksOf(lane: Lane, asOf: number, from: number, to: number, pixel: number): PlainMark[] {
  const marks: PlainMark[] = [];
  let tiny: Belief[] = [];
  const flush = () => {
    if (tiny.length === 1) marks.push(...plain(tiny[0], lane, asOf));
    else if (tiny.length > 1) {
      const last = tiny[tiny.length - 1];
      marks.push({
        from: tiny[0].from,
        to: last.to,
        sysFrom: last.told.recorded,
        lane: lane.row.lane,
        label: "",
        fact: 0,
        count: tiny.length,
        state: MarkState.past,
      });
    }
    tiny = [];
  };
  for (const belief of lane.beliefs) {
    if (belief.to <= from || belief.from >= to) continue;
    if (belief.to - belief.from < LEAST_PIXELS * pixel) tiny.push(belief);
    else {
      flush();
      marks.push(...plain(belief, lane, asOf));
    }
  }
  flush();
  return marks;
}

function plain(belief: Belief, lane: Lane, asOf: number): PlainMark[] {
  const time = belief.to <= asOf ? MarkState.past : belief.from > asOf ? MarkState.future : MarkState.current;
  const mark: PlainMark = {
    from: belief.from,
    to: belief.to,
    coarseTo: belief.coarseTo,
    sysFrom: belief.told.recorded,
    lane: lane.row.lane,
    label: belief.object,
    fact: belief.id,
    state: belief.withdrawnAt !== null ? MarkState.withdrawn : belief.rival ? MarkState.disputed : time,
    flags: belief.told.recorded - belief.from > LATE_MS && Number.isFinite(belief.from) ? MarkFlag.late : 0,
  };
  if (!belief.rival) return [mark];
  const rival = {
    ...mark,
    label: belief.rival.event.object ?? "",
    fact: belief.rival.id,
    state: MarkState.rival,
  };
  return [mark, rival];
}
