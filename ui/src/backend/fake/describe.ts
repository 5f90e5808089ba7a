/** Details of one fact, by the fake backend. */
import type { Fact, FactDetails, FactState, KeyValue, Source } from "../types";
import { instantOf } from "../../time/instant";
import { writeDay, writeFrom } from "../../time/words";
import { holdingAt } from "./lanes";
import type { LogKey } from "./log";
import { type Belief, beliefs, type Told, withdrawn, ZONE } from "./rules";

const bound = (ms: number): string | null => (Number.isFinite(ms) ? instantOf(ms) : null);

export function byteSpan(text: string, words: string): [number, number] | null {
  const at = words === "" ? -1 : text.lastIndexOf(words);
  if (at < 0) return null;
  const encoder = new TextEncoder();
  const from = encoder.encode(text.slice(0, at)).length;
  return [from, from + encoder.encode(words).length];
}

export function stateOf(belief: Belief, asOf: number): FactState {
  if (belief.withdrawnAt !== null) return "withdrawn";
  if (belief.to <= asOf) return "past";
  if (belief.from > asOf) return "future";
  return belief.rival ? "disputed" : "current";
}

function source(told: Told, object: string): Source {
  return {
    episode: `e${told.id}`,
    kind: told.event.episode,
    text: told.event.text,
    span: byteSpan(told.event.text, object),
    occurred_at: instantOf(told.recorded),
    recorded_at: instantOf(told.recorded),
    author: told.event.author,
    locator: told.event.locator,
    role: told.event.kind,
  };
}

export function factOf(belief: Belief, asOf: number): Fact {
  const { told } = belief;
  const confirmed = belief.sources.filter((t) => t.event.kind === "confirm");
  return {
    id: `f${belief.id}`,
    subject: told.key.subject,
    relation: told.key.relation,
    scope: null,
    object: belief.object,
    valid_from: bound(belief.from),
    valid_to: bound(belief.to),
    valid_from_source: belief.from === -Infinity ? "unknown" : "stated",
    precision: told.precision,
    sys_from: instantOf(told.recorded),
    sys_to: belief.withdrawnAt === null ? null : instantOf(belief.withdrawnAt),
    state: stateOf(belief, asOf),
    closing_rule: Number.isFinite(belief.to) ? (belief.closedBy ? "later_valid_time" : "stated_end") : null,
    superseded_by: belief.closedBy ? `e${belief.closedBy.id}` : null,
    asserted_by: `e${told.id}`,
    last_verified: confirmed.length ? instantOf(confirmed[confirmed.length - 1].recorded) : null,
    confidence: 1,
    text: told.event.text,
    sources: belief.sources.map((t) => source(t, belief.object)),
  };
}

export function describe(
  told: Told[],
  log: LogKey[],
  id: number,
  asOf: number,
  known: number,
  now: number,
): FactDetails | null {
  const wanted = told.find((t) => t.id === id);
  if (!wanted) return null;
  const key = wanted.key;
  const member = key.set ? wanted.event.object : null;
  const list = [...beliefs(told, key, known, member), ...withdrawn(told, key, known)];
  const found =
    list.find((b) => b.id === id) ??
    list.find((b) => b.rival?.id === id) ??
    list.find((b) => b.object === wanted.event.object);
  if (!found) return null;
  const rival = found.rival;
  const belief: Belief =
    rival && rival.id === id
      ? { ...found, id, object: rival.event.object ?? "", told: rival, sources: [rival], rival: found.told }
      : found;
  const values: KeyValue[] = [...list]
    .sort((a, b) => b.from - a.from)
    .map((b) => {
      const fact = factOf(b, asOf);
      const { object, valid_from, valid_to, closing_rule, superseded_by, last_verified, sources } = fact;
      const disputed = b.rival !== null;
      return {
        interval: {
          id: fact.id,
          object,
          valid_from,
          valid_to,
          closing_rule,
          superseded_by,
          last_verified,
          disputed,
          sources,
        },
        state: fact.state,
      };
    });
  const today = holdingAt(beliefs(told, key, Infinity, member), asOf);
  const then = holdingAt(beliefs(told, key, known, member), asOf);
  return {
    fact: factOf(belief, asOf),
    set_valued: key.set,
    sentence: sentence(belief, log, asOf, now),
    doubts: [],
    values,
    believed_today:
      Number.isFinite(known) && today?.object !== then?.object ? (today?.object ?? "no value") : null,
  };
}

function sentence(belief: Belief, _log: LogKey[], asOf: number, now: number): string {
  const state = stateOf(belief, asOf);
  const from = writeFrom(bound(belief.from), belief.told.precision, ZONE);
  const learned = `Learned ${writeDay(belief.told.recorded, ZONE)} from ${belief.told.event.locator}.`;
  if (state === "withdrawn")
    return `Withdrawn ${writeDay(belief.withdrawnAt ?? now, ZONE)}: said by mistake. ${learned}`;
  if (state === "future") return `Not yet: true from ${from}. ${learned}`;
  if (state === "past") {
    const next = belief.closedBy?.event.object;
    return `Past: true until ${writeDay(belief.to, ZONE)}${next ? `; superseded by ${next}` : ""}. ${learned}`;
  }
  const rival = belief.rival ? ` Another source says ${belief.rival.event.object}.` : "";
  return `${belief.rival ? "In conflict" : "Current"} since ${from}.${rival} ${learned}`;
}
