/**
 * The documents that cross from the shell, as they are generated from the Rust types of the `model`
 * crate (`view.rs`, `fact.rs`, `event.rs`, `time.rs`). Instants are RFC 3339 strings in UTC; null is
 * "now" in a viewpoint and "unknown" or "open" in a bound. Only types cross here: importing this
 * loads nothing of the shell.
 */
export type {
  AskAnswer,
  AskMode,
  AskRequest,
  ClosingRule,
  Column,
  Commit,
  Density,
  Fact,
  FactDetails,
  FactState,
  Failure,
  IndexPhase,
  IndexState,
  KeyValue,
  LaneIndex,
  LaneQuery,
  LaneRow,
  LedgerInfo,
  MarkQuery,
  Passage,
  PassageFact,
  Precision,
  Reading,
  ScoredFact,
  ScoreParts,
  Source,
  Strip,
  TimelineInterval,
  ValidFromSource,
  Verdict,
  VerdictKind,
  Viewpoint,
} from "./bindings";
