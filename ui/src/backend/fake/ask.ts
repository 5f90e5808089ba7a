/** Questions to the fake backend: words that overlap, and then the two ways of answering. */
import type { AskAnswer, AskRequest, Column, Passage, PassageFact, ScoreParts, Verdict } from "../types";
import { instantOf } from "../../time/instant";
import { writeDay } from "../../time/words";
import { byteSpan, factOf, stateOf } from "./describe";
import type { LogKey } from "./log";
import { type Belief, beliefs, type Told, withdrawn, ZONE } from "./rules";

const STOP = new Set(
  "a an the is was what which who where when does did do has have of in on to for at it used since".split(
    " ",
  ),
);

interface Found {
  told: Told;
  belief: Belief | undefined;
  score: number;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}./-]+/gu) ?? [];

export function answerQuestion(
  told: Told[],
  log: LogKey[],
  request: AskRequest & { hybrid: boolean; reranker: string | null },
  asOf: number,
  known: number,
): AskAnswer {
  // "And before that?" is about what the question before was about.
  const thread = /^and\b/i.test(request.question.trim()) ? (request.follow?.thread ?? null) : null;
  const question = thread ? `${thread.question} ${request.question}` : request.question;
  const asked = new Set(wordsOf(question).filter((word) => !STOP.has(word)));
  const list = new Map<LogKey, Belief[]>();
  for (const key of log) list.set(key, [...beliefs(told, key, known, null), ...withdrawn(told, key, known)]);
  const found: Found[] = told
    .filter((t) => t.recorded <= known && t.event.kind !== "void" && t.event.text !== "")
    .map((t) => {
      const words = wordsOf(`${t.key.subject} ${t.key.relation} ${t.event.text}`);
      const hits = [...asked].filter((word) => words.includes(word)).length;
      const belief = list.get(t.key)?.find((b) => b.sources.includes(t));
      return { told: t, belief, score: Math.min(0.99, (hits / Math.max(1, asked.size)) * 0.9 + 0.05) };
    })
    .filter((f) => f.score > 0.3)
    .sort((a, b) => b.score - a.score || a.told.recorded - b.told.recorded)
    .slice(0, request.k);
  const passages = found.map((f, i) => passage(f, i + 1, asOf));
  const holds = found.filter((f) => f.belief && ["current", "disputed"].includes(stateOf(f.belief, asOf)));
  const gate = holds.flatMap((f) => (f.belief ? [f.belief] : []));
  const inside = passages
    .filter((p) => p.facts.some((x) => x.state === "current" || x.state === "disputed"))
    .map((p) => ({ ...p, score_parts: PARTS }));
  const outside = passages
    .filter((p) => !inside.some((other) => other.rank === p.rank))
    .map((p) => ({ ...p, reason: reasonFor(p) }));
  const plain = column(found[0]?.belief, passages, [], [], asOf, request.budget);
  const topKey = found[0]?.told.key;
  const answering = holds.find((f) => f.told.key === topKey)?.belief ?? undefined;
  const temporal = column(answering, inside, outside, gate, asOf, request.budget);
  if (!answering && topKey) {
    temporal.explanation = gapWords(list.get(topKey) ?? [], asOf);
  }
  return {
    question: request.question,
    reading: {
      intent: "current",
      clock: "valid",
      from: null,
      to: null,
      precision: null,
      expression: null,
      timezone: ZONE.name,
      reading: request.view.as_of === null ? "no time named: read as now" : `as of ${writeDay(asOf, ZONE)}`,
      as_of: instantOf(asOf),
      known_at: instantOf(Number.isFinite(known) ? known : asOf),
      note: request.view.as_of !== null && request.view.known_at === null ? "as known today" : null,
      asked_at: null,
      anchors: [],
      follows: thread !== null,
      thread: {
        question: thread?.question ?? request.question,
        named: topKey?.subject ?? "",
        subject: topKey?.subject ?? "",
        relation: topKey?.relation ?? "",
        scope: "",
        value: temporal.answer,
        since: temporal.since,
        until: temporal.until,
      },
    },
    plain:
      request.mode === "temporal"
        ? null
        : {
            ...plain,
            retrieval: { hybrid: request.hybrid, reranker: request.reranker, rerank_error: null },
          },
    temporal: request.mode === "plain" ? null : temporal,
    verdict: request.mode === "compare" ? verdict(plain, temporal) : null,
  };
}

const PARTS: ScoreParts = { similarity: 0.8, recency: 0.31, importance: 0.5, gate: 1, freshness: 0.9 };

function passage({ told, belief, score }: Found, rank: number, asOf: number): Passage {
  const facts: PassageFact[] = belief
    ? [
        {
          fact: `f${belief.id}`,
          subject: told.key.subject,
          relation: told.key.relation,
          scope: null,
          object: belief.object,
          span: byteSpan(told.event.text, belief.object),
          state: stateOf(belief, asOf),
          valid_from: Number.isFinite(belief.from) ? instantOf(belief.from) : null,
          valid_to: Number.isFinite(belief.to) ? instantOf(belief.to) : null,
        },
      ]
    : [];
  return {
    episode: `e${told.id}`,
    text: told.event.text,
    kind: told.event.episode,
    author: told.event.author,
    locator: told.event.locator,
    occurred_at: instantOf(told.recorded),
    rank,
    score,
    score_parts: null,
    tokens: Math.ceil(told.event.text.length / 4),
    facts,
    reason: null,
    support: 1,
    marks: [],
  };
}

function column(
  belief: Belief | undefined,
  passages: Passage[],
  left: Passage[],
  gate: Belief[],
  asOf: number,
  budget: number,
): Column {
  const tokens = Math.min(
    budget,
    passages.reduce((sum, p) => sum + p.tokens, 0),
  );
  const fact = belief ? factOf(belief, asOf) : null;
  return {
    answer: fact?.object ?? null,
    explanation: fact ? `“${fact.text ?? ""}”` : "Nothing that was said answers this.",
    abstained: fact === null,
    state: fact?.state ?? null,
    since: fact?.valid_from ?? null,
    until: fact?.valid_to ?? null,
    facts: [...new Set(belief ? [belief, ...gate] : gate)].map((inside) => ({
      ...factOf(inside, asOf),
      score: passages[0]?.score ?? 0,
      score_parts: PARTS,
    })),
    passages,
    left_out: left,
    context: passages.map((p) => p.text).join("\n"),
    context_tokens: tokens,
    ms: 0.4,
    hops: [],
    uncertain: [],
    disputed: [],
    rests_on: passages.slice(0, 1).map((p) => p.episode),
    overtaken: [],
    weights: null,
    retrieval: null,
  };
}

function reasonFor(p: Passage): string {
  const fact = p.facts[0];
  if (!fact) return "carries no fact";
  if (fact.state === "withdrawn") return "withdrawn, so not part of what is known";
  if (fact.state === "future") return "begins after the time asked about";
  return "over before the time asked about";
}

function gapWords(list: Belief[], asOf: number): string {
  const last = list.filter((b) => b.to <= asOf).sort((a, b) => b.to - a.to)[0];
  const next = list.filter((b) => b.from > asOf).sort((a, b) => a.from - b.from)[0];
  const before = last ? `The last one, ${last.object}, ended on ${writeDay(last.to, ZONE)}. ` : "";
  const after = next ? `The next, ${next.object}, holds from ${writeDay(next.from, ZONE)}. ` : "";
  return `${before}${after}Nothing recorded says what applied at the time asked about.`;
}

function verdict(plain: Column, temporal: Column): Verdict {
  const said = (c: Column) => c.answer ?? "no value";
  if (plain.abstained || temporal.abstained) {
    const who =
      plain.abstained && temporal.abstained
        ? "Both abstain"
        : plain.abstained
          ? "Plain retrieval abstains"
          : "Temporal abstains";
    return { kind: "abstained", sentence: `${who}: ${said(plain)} / ${said(temporal)}` };
  }
  if (plain.answer === temporal.answer) return { kind: "agree", sentence: `They agree: ${said(plain)}` };
  if (plain.state === "past" && plain.until) {
    const day = writeDay(Date.parse(plain.until), ZONE);
    return {
      kind: "plain_stale",
      sentence: `They disagree: ${said(plain)}, stale since ${day} / ${said(temporal)}, current`,
    };
  }
  return { kind: "differ", sentence: `They differ: ${said(plain)} / ${said(temporal)}` };
}
