/**
 * One open ledger as the window holds it: what the backend said last, and when to ask again.
 * Which rectangle of lanes and time is wanted is told by the timeline (`wantMarks`).
 */
import { type Backend, failureOf } from "../backend/backend";
import { decodeMarks, type Marks, marksByLane, NO_MARKS } from "../backend/marks";
import type {
  AskAnswer,
  Density,
  FactDetails,
  Failure,
  Inbox,
  LaneIndex,
  LaneQuery,
  LedgerInfo,
  Reading,
  SettingsPage,
  Strip,
  Viewpoint,
} from "../backend/types";
import { millis } from "../time/instant";
import { fitted, opening, type Window } from "../time/scale";
import { plural } from "../time/words";
import { Zone } from "../time/zone";
import { renumbered } from "../timeline/rows";
import { Latest } from "./latest.svelte";
import type { ViewState } from "./view.svelte";

export interface LaneMarksView {
  marks: Marks;
  byLane: ReadonlyMap<number, readonly number[]>;
}

/** The lanes, with the query and the version of the ledger that they are of. */
export type NumberedLanes = LaneIndex & { query: LaneQuery; version: number };

/** The rectangle of lanes and time that the marks cover. */
export interface Cover {
  /** The lanes by whose numbers the marks are asked for. */
  of: NumberedLanes;
  first: number;
  count: number;
  from: number;
  to: number;
  /** Pixels a millisecond. */
  k: number;
}

const NOTHING: LaneMarksView = { marks: NO_MARKS, byLane: new Map() };
const MINIMAP_BUCKETS = 240;
/** Tokens of the context under an answer. */
export const BUDGET = 1024;
/** Readings of earlier questions that are kept, so that a follow-up asks them only once. */
const READINGS = 64;

export class Session {
  readonly backend: Backend;
  readonly view: ViewState;

  info = $state.raw<LedgerInfo | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** Counts the changes of the ledger: whatever was read before is to be read again. */
  version = $state(0);
  /** "Now" of the core, moved on by the page's own clock. */
  now = $state(Date.now());
  /** The window that the ledger opened with; it stays while changes come in. */
  home = $state.raw<Window | null>(null);
  /** What a screen reader is told. */
  said = $state("");

  readonly index = new Latest<NumberedLanes>();
  readonly lanes = new Latest<{ view: LaneMarksView; cover: Cover }>();
  readonly strip = new Latest<Strip>();
  readonly density = new Latest<Density>();
  readonly details = new Latest<FactDetails>();
  readonly answer = new Latest<AskAnswer>();
  readonly inbox = new Latest<Inbox>();
  readonly settings = new Latest<SettingsPage>();

  readonly zone = $derived.by(() => new Zone(this.info?.timezone ?? "UTC"));
  readonly fit: Window = $derived.by(() => {
    const bound = (at: string | null | undefined) => (at ? millis(at) : null);
    return fitted(bound(this.info?.valid_from), bound(this.info?.valid_to), this.now);
  });
  readonly window: Window = $derived.by(() => this.view.win ?? this.home ?? this.fit);
  /**
   * The marks by the numbers of the present lanes. Until those of the present lanes are there, each
   * lane keeps the marks that it had.
   */
  readonly shown: LaneMarksView = $derived.by(() => {
    const [index, lanes] = [this.index.value, this.lanes.value];
    if (index === null || lanes === null) return NOTHING;
    const { marks, byLane } = lanes.view;
    if (sameLanes(index, lanes.cover.of)) return lanes.view;
    return { marks, byLane: renumbered(byLane, lanes.cover.of.rows, index.rows) };
  });
  /** Whether lanes and marks are those of the present query, on the ledger as it is. */
  readonly inStep = $derived.by(() => {
    const present = { query: this.view.query, version: this.version };
    const [index, cover] = [this.index.value, this.lanes.value?.cover];
    return !!index && !!cover && sameLanes(index, present) && sameLanes(cover.of, present);
  });
  /** The moments both cursors stand at. */
  readonly asOfMs = $derived.by(() => (this.view.asOf === null ? this.now : millis(this.view.asOf)));
  readonly knownMs = $derived.by(() => (this.view.knownAt === null ? this.now : millis(this.view.knownAt)));

  #clockOffset = 0;
  readonly #readings = new Map<string, Reading>();

  constructor(backend: Backend, view: ViewState) {
    this.backend = backend;
    this.view = view;
  }

  /** Opens, follows the ledger and keeps the lists up to date. Returns how to stop. */
  start(): () => void {
    void this.open();
    const stopFollowing = this.backend.onLedgerChanged((info) => this.#changed(info));
    const clock = setInterval(() => this.#tick(), 60_000);
    const stopEffects = $effect.root(() => {
      $effect(() => {
        const { query } = this.view;
        const { version } = this;
        if (this.#ready())
          this.index.ask(async () => ({ ...(await this.backend.laneIndex(query)), query, version }));
      });
      $effect(() => {
        if (this.#ready()) this.strip.ask(() => this.backend.strip({ as_of: null, known_at: null }));
      });
      $effect(() => {
        if (this.#ready()) this.readInbox();
      });
      $effect(() => {
        if (this.#ready()) this.readSettings();
      });
      $effect(() => {
        const query = { ...this.view.query, view: { as_of: null, known_at: this.view.knownAt } };
        if (this.#ready()) this.density.ask(() => this.backend.density(query, MINIMAP_BUCKETS));
      });
      $effect(() => {
        const { value, failure } = this.density;
        if (this.home !== null || (value === null && failure === null)) return;
        this.home = (value && opening(value, this.now)) ?? this.fit;
      });
      $effect(() => {
        const { fact, viewpoint } = this.view;
        if (fact === null) this.details.clear();
        else if (this.#ready()) this.details.ask(() => this.backend.factDetails(fact, viewpoint));
      });
    });
    return () => {
      stopEffects();
      stopFollowing();
      clearInterval(clock);
    };
  }

  async open(): Promise<void> {
    this.failure = null;
    try {
      this.#take(await this.backend.ledgerInfo());
    } catch (thrown) {
      this.failure = failureOf(thrown);
    }
  }

  async openLedger(path: string | null): Promise<void> {
    await this.#open(() => this.backend.openLedger(path));
  }

  async openSpace(space: string): Promise<void> {
    await this.#open(() => this.backend.openSpace(space));
  }

  async #open(open: () => Promise<LedgerInfo>): Promise<void> {
    this.failure = null;
    try {
      const info = await open();
      this.density.clear();
      this.inbox.clear();
      this.settings.clear();
      this.home = null;
      this.view.reset();
      this.#take(info);
    } catch (thrown) {
      this.failure = failureOf(thrown);
    }
  }

  /** Asks for the marks of a rectangle. */
  wantMarks(cover: Cover): void {
    this.lanes.ask(async () => {
      const bytes = await this.backend.laneMarks({
        lanes: cover.of.query,
        first: cover.first,
        count: cover.count,
        from_ms: cover.from,
        to_ms: cover.to,
        width_px: Math.max(1, Math.round((cover.to - cover.from) * cover.k)),
      });
      const marks = decodeMarks(bytes);
      return { view: { marks, byLane: marksByLane(marks) }, cover };
    });
  }

  /** Asks, going on from the questions before. */
  ask(question: string, after: readonly string[]): void {
    const view = this.view.viewpoint;
    const { version } = this;
    this.answer.ask(async () => {
      const follow = await this.#reading(after, view, version);
      const answer = await this.backend.ask({
        question,
        view,
        mode: "compare",
        // As many as the space has set.
        k: 0,
        budget: BUDGET,
        follow,
      });
      this.#remember(threadId([...after, question], view, version), answer.reading);
      return answer;
    });
  }

  /** How the last of some questions was read, each going on from the one before. */
  async #reading(thread: readonly string[], view: Viewpoint, version: number): Promise<Reading | null> {
    if (thread.length === 0) return null;
    const id = threadId(thread, view, version);
    const known = this.#readings.get(id);
    if (known) return known;
    const follow = await this.#reading(thread.slice(0, -1), view, version);
    const question = thread[thread.length - 1];
    const asked = { question, view, mode: "temporal" as const, k: 0, budget: BUDGET, follow };
    const { reading } = await this.backend.ask(asked);
    this.#remember(id, reading);
    return reading;
  }

  #remember(id: string, reading: Reading): void {
    this.#readings.delete(id);
    this.#readings.set(id, reading);
    for (const oldest of this.#readings.keys()) {
      if (this.#readings.size <= READINGS) break;
      this.#readings.delete(oldest);
    }
  }

  /** Reads everything again after a change that this window made. */
  async refresh(): Promise<void> {
    this.#take(await this.backend.ledgerInfo());
  }

  readSettings(): void {
    this.settings.ask(() => this.backend.settings());
  }

  /** What waits for a decision: always as of now, whatever the cursors say. */
  readInbox(): void {
    this.inbox.ask(() => this.backend.inbox());
  }

  say(text: string): void {
    this.said = text;
  }

  #ready(): boolean {
    return this.info !== null && this.version >= 0;
  }

  #take(info: LedgerInfo): void {
    this.#clockOffset = millis(info.now) - Date.now();
    this.info = info;
    this.#tick();
    this.version++;
  }

  #changed(info: LedgerInfo): void {
    const had = this.info;
    const added = info.commits - (had?.commits ?? info.commits);
    // The index moved on, but nothing new was told: what was read still holds.
    if (had && had.path === info.path && had.head === info.head && had.commits === info.commits) {
      this.info = info;
      return;
    }
    this.#take(info);
    const news = added > 0 ? plural(added, "new commit") : "The ledger changed";
    this.say(`${news}: ${plural(info.facts, "fact")} now`);
  }

  #tick(): void {
    this.now = Date.now() + this.#clockOffset;
  }
}

type LanesName = Pick<NumberedLanes, "query" | "version">;

/** Whether two are the lanes of one query, on one version of the ledger. */
export const sameLanes = (a: LanesName, b: LanesName): boolean =>
  a.query === b.query && a.version === b.version;

const threadId = (thread: readonly string[], view: Viewpoint, version: number): string =>
  JSON.stringify([version, view, thread]);
