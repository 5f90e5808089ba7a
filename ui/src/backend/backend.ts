/**
 * The one interface through which the window reaches a ledger. The shell implements it, and so
 * does a fake for tests and for looking at the window in a browser.
 */
import type {
  AskAnswer,
  AskRequest,
  Density,
  FactDetails,
  Failure,
  HistoryClaim,
  Inbox,
  InboxAnswer,
  InboxEffect,
  LaneIndex,
  LaneQuery,
  LedgerInfo,
  MarkQuery,
  PassMoved,
  PassReport,
  Settings,
  SettingsEffect,
  SettingsPage,
  Strip,
  Viewpoint,
} from "./types";

export interface Backend {
  ledgerInfo(): Promise<LedgerInfo>;
  /** Null opens the sample. */
  openLedger(path: string | null): Promise<LedgerInfo>;
  /** Another space of the open ledger. */
  openSpace(space: string): Promise<LedgerInfo>;
  laneIndex(query: LaneQuery): Promise<LaneIndex>;
  /** Columns of bytes, in the layout that `marks.ts` reads. */
  laneMarks(query: MarkQuery): Promise<ArrayBuffer>;
  strip(view: Viewpoint): Promise<Strip>;
  density(query: LaneQuery, buckets: number): Promise<Density>;
  factDetails(fact: string, view: Viewpoint): Promise<FactDetails>;
  ask(request: AskRequest): Promise<AskAnswer>;
  inbox(): Promise<Inbox>;
  /** What an answer would change; nothing is stored. */
  inboxEffect(item: string, answer: InboxAnswer): Promise<InboxEffect>;
  /** Decides; answers the entry that says so, which `withdraw` takes back. */
  answerInbox(item: string, answer: InboxAnswer): Promise<string>;
  withdraw(event: string): Promise<void>;
  /** Looks the whole ledger over for what should be decided on; ends early when cancelled. */
  consolidate(): Promise<PassReport>;
  cancelConsolidate(): Promise<void>;
  settings(): Promise<SettingsPage>;
  /** What keeping settings would change; nothing is stored. */
  settingsEffect(settings: Settings): Promise<SettingsEffect>;
  keepSettings(settings: Settings): Promise<void>;
  /** The history of a key in a sentence, as it would be kept. */
  historyClaim(subject: string, relation: string, scope: string | null): Promise<HistoryClaim>;
  /** Keeps it as a claim, which `withdraw` takes back. */
  keepHistory(subject: string, relation: string, scope: string | null): Promise<HistoryClaim>;
  /** Calls back while that goes on. Returns how to stop. */
  onPassMoved(moved: (moved: PassMoved) => void): () => void;
  /** Calls back after every commit, whoever made it. Returns how to stop. */
  onLedgerChanged(changed: (info: LedgerInfo) => void): () => void;
}

/** A failure of the backend, as it crossed. */
export class BackendError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = "BackendError";
    this.failure = failure;
  }
}

/** Whatever was thrown, as a failure that can be shown. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof BackendError) return thrown.failure;
  if (isFailure(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "unexpected", message, hint: null };
}

function isFailure(value: unknown): value is Failure {
  return typeof value === "object" && value !== null && "code" in value && "message" in value;
}
