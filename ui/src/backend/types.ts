/**
 * The documents that cross from the shell, equal to the Rust types of the `model` crate
 * (`view.rs`, `fact.rs`, `event.rs`, `time.rs`). Instants are RFC 3339 strings in UTC; null is
 * "now" in a viewpoint and "unknown" or "open" in a bound.
 */

export type IndexPhase = "ready" | "indexing" | "unavailable";

export interface IndexState {
  state: IndexPhase;
  done: number;
  total: number;
  model: string | null;
  message: string | null;
}

export interface LedgerInfo {
  path: string;
  name: string;
  space: string;
  timezone: string;
  sample: boolean;
  keys: number;
  facts: number;
  episodes: number;
  commits: number;
  head: string | null;
  last_commit: string | null;
  now: string;
  valid_from: string | null;
  valid_to: string | null;
  index: IndexState;
}

export interface Viewpoint {
  as_of: string | null;
  known_at: string | null;
}

export interface LaneQuery {
  view: Viewpoint;
  filter: string;
  conflicts: boolean;
  withdrawn: boolean;
  believed_otherwise: boolean;
}

export interface LaneRow {
  lane: number;
  subject: string;
  relation: string;
  scope: string | null;
  set_valued: boolean;
  member: string | null;
  withdrawn: boolean;
  value: string | null;
  conflict: boolean;
  corrected: boolean;
  believed_otherwise: boolean;
}

export interface LaneIndex {
  rows: LaneRow[];
  total: number;
  believed_otherwise: number;
}

export interface MarkQuery {
  lanes: LaneQuery;
  first: number;
  count: number;
  from_ms: number;
  to_ms: number;
  width_px: number;
}

export interface Commit {
  at: string;
  facts: number;
  label: string;
}

export interface Strip {
  commits: Commit[];
}

export interface Density {
  from_ms: number;
  to_ms: number;
  buckets: number[];
}

export type FactState = "current" | "past" | "future" | "disputed" | "withdrawn";
export type ValidFromSource = "stated" | "said_at" | "recorded" | "unknown";
export type Precision = "instant" | "day" | "week" | "month" | "quarter" | "year";
export type ClosingRule = "stated_end" | "observed" | "ended" | "later_valid_time";

export interface Source {
  episode: string;
  kind: string;
  text: string | null;
  span: [number, number] | null;
  occurred_at: string;
  recorded_at: string;
  author: string | null;
  locator: string | null;
  role: string;
}

export interface Fact {
  id: string;
  subject: string;
  relation: string;
  scope: string | null;
  object: string;
  valid_from: string | null;
  valid_to: string | null;
  valid_from_source: ValidFromSource;
  precision: Precision;
  sys_from: string;
  sys_to: string | null;
  state: FactState;
  closing_rule: ClosingRule | null;
  superseded_by: string | null;
  asserted_by: string;
  last_verified: string | null;
  confidence: number;
  text: string | null;
  sources: Source[];
}

export interface TimelineInterval {
  id: string;
  object: string;
  valid_from: string | null;
  valid_to: string | null;
  closing_rule: ClosingRule | null;
  superseded_by: string | null;
  last_verified: string | null;
  disputed: boolean;
  sources: Source[];
}

export interface KeyValue {
  interval: TimelineInterval;
  state: FactState;
}

export interface FactDetails {
  fact: Fact;
  set_valued: boolean;
  sentence: string;
  values: KeyValue[];
  believed_today: string | null;
}

export type AskMode = "temporal" | "plain" | "compare";

export interface AskRequest {
  question: string;
  view: Viewpoint;
  mode: AskMode;
  k: number;
  budget: number;
}

export interface Reading {
  intent: string;
  clock: string;
  from: string | null;
  to: string | null;
  precision: string | null;
  expression: string | null;
  timezone: string;
  reading: string;
  as_of: string;
  known_at: string;
  note: string | null;
}

export interface ScoreParts {
  similarity: number;
  recency: number;
  importance: number;
  freshness: number;
}

export type ScoredFact = Fact & { score: number; score_parts: ScoreParts };

export interface PassageFact {
  fact: string;
  subject: string;
  relation: string;
  scope: string | null;
  object: string;
  span: [number, number] | null;
  state: FactState;
  valid_from: string | null;
  valid_to: string | null;
}

export interface Passage {
  episode: string;
  text: string;
  kind: string;
  author: string | null;
  locator: string | null;
  occurred_at: string;
  rank: number;
  score: number;
  tokens: number;
  facts: PassageFact[];
  reason: string | null;
}

export interface Column {
  answer: string | null;
  explanation: string;
  abstained: boolean;
  state: FactState | null;
  since: string | null;
  until: string | null;
  facts: ScoredFact[];
  passages: Passage[];
  left_out: Passage[];
  context: string;
  context_tokens: number;
  ms: number;
}

export type VerdictKind = "agree" | "plain_stale" | "differ" | "abstained";

export interface Verdict {
  kind: VerdictKind;
  sentence: string;
}

export interface AskAnswer {
  question: string;
  reading: Reading;
  temporal: Column | null;
  plain: Column | null;
  verdict: Verdict | null;
}

export interface Failure {
  code: string;
  message: string;
  hint: string | null;
}
