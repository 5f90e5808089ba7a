/**
 * A backend in the page, over the invented log. It answers as the shell does, so that every view
 * and state can be seen and tested without one. `?fake=` names a variant: 1, empty, failing,
 * slow, indexing, wordsonly, model, big, overfull.
 */
import { type Backend, BackendError } from "../backend";
import { encodeMarks } from "../marks";
import type {
  AskAnswer,
  AskRequest,
  Density,
  FactDetails,
  HistoryClaim,
  Inbox,
  InboxAnswer,
  InboxEffect,
  IndexState,
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
} from "../types";
import { instantOf, millis } from "../../time/instant";
import { answerQuestion } from "./ask";
import { describe } from "./describe";
import { FakeDoubts } from "./doubts";
import { FakeInbox } from "./inbox";
import { FakeSettings } from "./settings";
import { historyOf } from "./history";
import { type Lane, lanesOf, marksOf } from "./lanes";
import { crowdedLog, type LogKey, sampleLog } from "./log";
import { overfullLog } from "./overfull";
import { tell, type Told } from "./rules";

export const FAKE_NOW = "2026-11-18T09:14:00Z";

const READY: IndexState = { state: "ready", done: 75, total: 75, model: "all-MiniLM-L6-v2", message: null };

export class FakeBackend implements Backend {
  now: number;
  #log: LogKey[];
  #told: Told[];
  #index: IndexState = READY;
  readonly #doubts = new FakeDoubts();
  #space = "default";
  #spaces = ["default"];
  #failing = false;
  #delay = 0;
  #kept = new Map<string, Lane[]>();
  readonly #waiting: FakeInbox;
  readonly #settings = new FakeSettings();
  /** Claims that were kept of the histories of keys. */
  readonly #claims = new Map<string, { id: string; text: string }>();
  #acts = 0;
  #listeners = new Set<(info: LedgerInfo) => void>();
  /** How often each command was called, for tests. */
  readonly calls: Record<string, number> = {};

  constructor(log: LogKey[] = sampleLog(), now: string = FAKE_NOW) {
    this.#log = log;
    this.#told = tell(log);
    this.now = millis(now);
    this.#waiting = new FakeInbox(log.length > 0);
  }

  static named(name: string): FakeBackend {
    const logs: Record<string, () => LogKey[]> = {
      empty: () => [],
      big: () => crowdedLog(48, 480),
      overfull: overfullLog,
    };
    const fake = new FakeBackend((logs[name] ?? sampleLog)());
    fake.#failing = name === "failing";
    if (name === "model") fake.#settings.reranker = "model qwen3:4b";
    if (name === "overfull")
      fake.#spaces = [
        "default",
        "work",
        "household, garden and everything that the neighbours asked us to keep",
      ];
    fake.#delay = name === "slow" ? 1500 : 0;
    if (name === "indexing") fake.#index = { ...READY, state: "indexing", done: 31 };
    if (name === "wordsonly") {
      const message = "The embedding model is missing; run `npm start` to fetch it. Search by words works.";
      fake.#index = { ...READY, state: "unavailable", done: 0, model: null, message };
    }
    return fake;
  }

  /** What puts the value of a key in doubt. */
  doubt(subject: string, relation: string, why: string): void {
    this.#doubts.add(subject, relation, why);
  }

  /** Tells the fake something, as another program would, and lets the window know. */
  tell(subject: string, relation: string, object: string, at: string): void {
    let key = this.#log.find((k) => k.subject === subject && k.relation === relation);
    if (!key) this.#log.push((key = { subject, relation, set: false, events: [] }));
    this.now += 60_000;
    const recorded = instantOf(this.now);
    key.events.push({
      kind: "assert",
      recorded,
      object,
      at,
      to: null,
      target: null,
      source: null,
      text: `${subject} ${relation} is ${object}.`,
      locator: "terminal",
      author: "terminal",
      episode: "note",
    });
    this.#told = tell(this.#log);
    this.#kept.clear();
    for (const listener of this.#listeners) listener(this.#info());
  }

  /** The embeddings have come this far. */
  indexed(done: number): void {
    this.#index = { ...READY, state: "indexing", done };
    for (const listener of this.#listeners) listener(this.#info());
  }

  ledgerInfo = () => this.#do("ledgerInfo", () => this.#info());

  openLedger = (path: string | null) =>
    this.#do("openLedger", () => {
      if (path !== null) {
        throw new BackendError({
          code: "no_such_ledger",
          message: `“${path}” is not a ledger of MemStrata.`,
          hint: "Choose a file that ends in .memstrata.",
        });
      }
      this.#failing = false;
      return this.#info();
    });

  /** Makes a space, as a terminal would. */
  makeSpace(space: string): void {
    this.#spaces = [...this.#spaces, space];
  }

  openSpace = (space: string) =>
    this.#do("openSpace", () => {
      if (!this.#spaces.includes(space)) {
        throw new BackendError({
          code: "not_found",
          message: `There is no space “${space}” in this ledger.`,
          hint: `its spaces are ${this.#spaces.join(", ")}`,
        });
      }
      this.#space = space;
      return this.#info();
    });

  laneIndex = (query: LaneQuery): Promise<LaneIndex> =>
    this.#do("laneIndex", () => {
      const lanes = this.#lanes(query);
      const all = this.#lanes({
        ...query,
        filter: "",
        conflicts: false,
        withdrawn: false,
        believed_otherwise: false,
      });
      return {
        rows: lanes.map((lane) => lane.row),
        total: all.length,
        believed_otherwise: all.filter((lane) => lane.row.believed_otherwise).length,
      };
    });

  laneMarks = (query: MarkQuery): Promise<ArrayBuffer> =>
    this.#do("laneMarks", () => {
      const { asOf } = this.#moments(query.lanes.view);
      const lanes = this.#lanes(query.lanes).slice(query.first, query.first + query.count);
      const pixel = (query.to_ms - query.from_ms) / query.width_px;
      return encodeMarks(
        lanes.flatMap((lane) =>
          marksOf(lane, asOf, query.from_ms, query.to_ms, pixel).map((mark) =>
            this.#doubts.mark(lane.row, mark),
          ),
        ),
      );
    });

  strip = (): Promise<Strip> =>
    this.#do("strip", () => {
      const commits = new Map<string, Told[]>();
      for (const t of this.#told) {
        const together = commits.get(t.event.recorded);
        if (together) together.push(t);
        else commits.set(t.event.recorded, [t]);
      }
      return {
        commits: [...commits.values()]
          .map((group) => ({
            at: instantOf(Math.max(...group.map((t) => t.recorded))),
            facts: group.length,
            label: group[0].event.locator,
          }))
          .sort((a, b) => (a.at < b.at ? -1 : 1)),
      };
    });

  density = (query: LaneQuery, buckets: number): Promise<Density> =>
    this.#do("density", () => {
      const info = this.#info();
      const from = info.valid_from ? millis(info.valid_from) : this.now;
      const to = this.now;
      const counts = Array.from({ length: buckets }, () => 0);
      for (const lane of this.#lanes(query)) {
        for (const belief of lane.beliefs) {
          if (!(belief.from >= from && belief.from < to)) continue;
          counts[Math.floor(((belief.from - from) / (to - from)) * buckets)]++;
        }
      }
      return { from_ms: from, to_ms: to, buckets: counts };
    });

  factDetails = (fact: string, view: Viewpoint): Promise<FactDetails> =>
    this.#do("factDetails", () => {
      const { asOf, known } = this.#moments(view);
      const details = describe(this.#told, this.#log, Number(fact.slice(1)), asOf, known, this.now);
      if (!details) {
        throw new BackendError({
          code: "no_such_fact",
          message: `There is no fact ${fact} here.`,
          hint: null,
        });
      }
      return this.#doubts.details(details);
    });

  ask = (request: AskRequest): Promise<AskAnswer> =>
    this.#do("ask", () => {
      const { asOf, known } = this.#moments(request.view);
      const asked = this.#settings.asking(request);
      return this.#doubts.answer(answerQuestion(this.#told, this.#log, asked, asOf, known));
    });

  settings = (): Promise<SettingsPage> => this.#do("settings", () => this.#settings.page());

  settingsEffect = (settings: Settings): Promise<SettingsEffect> =>
    this.#do("settingsEffect", () => this.#settings.effect(settings));

  keepSettings = (settings: Settings): Promise<void> =>
    this.#do("keepSettings", () => {
      this.#acts++;
      this.#andSay(this.#settings.keep(settings));
    });

  historyClaim = (subject: string, relation: string, scope: string | null): Promise<HistoryClaim> =>
    this.#do("historyClaim", () => this.#history(subject, relation, scope).claim);

  keepHistory = (subject: string, relation: string, scope: string | null): Promise<HistoryClaim> =>
    this.#do("keepHistory", () => {
      const { id, claim } = this.#history(subject, relation, scope);
      const event = `claim ${++this.#acts}`;
      if (claim.changed) this.#claims.set(id, { id: event, text: claim.text });
      return this.#andSay({ ...claim, claim: claim.claim ?? event });
    });

  inbox = (): Promise<Inbox> => this.#do("inbox", () => this.#waiting.inbox());

  inboxEffect = (item: string, answer: InboxAnswer): Promise<InboxEffect> =>
    this.#do("inboxEffect", () => this.#waiting.effect(item, answer));

  answerInbox = (item: string, answer: InboxAnswer): Promise<string> =>
    this.#do("answerInbox", () => this.#andSay(this.#waiting.answer(item, answer, instantOf(this.now))));

  withdraw = (event: string): Promise<void> =>
    this.#do("withdraw", () => {
      const claim = [...this.#claims].find(([, kept]) => kept.id === event);
      this.#acts++;
      if (claim) this.#claims.delete(claim[0]);
      this.#andSay(claim ? undefined : this.#waiting.withdraw(event));
    });

  consolidate = (): Promise<PassReport> => this.#waiting.lookOver();

  cancelConsolidate = (): Promise<void> => this.#do("cancelConsolidate", () => this.#waiting.cancel());

  onPassMoved(moved: (moved: PassMoved) => void): () => void {
    return this.#waiting.follow(moved);
  }

  onLedgerChanged(changed: (info: LedgerInfo) => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  #history(subject: string, relation: string, scope: string | null) {
    const id = JSON.stringify([subject, relation, scope]);
    return { id, claim: historyOf(this.#told, this.#log, subject, relation, this.#claims.get(id) ?? null) };
  }

  /** A decision is a commit like any other: the window hears of it after its answer. */
  #andSay<T>(answer: T): T {
    setTimeout(() => {
      for (const listener of this.#listeners) listener(this.#info());
    });
    return answer;
  }

  async #do<T>(name: string, answer: () => T): Promise<T> {
    this.calls[name] = (this.calls[name] ?? 0) + 1;
    if (this.#delay > 0) await new Promise((resolve) => setTimeout(resolve, this.#delay));
    else await Promise.resolve();
    if (this.#failing && name !== "openLedger") {
      throw new BackendError({
        code: "ledger_unreadable",
        message: "“home.memstrata” was written by a newer MemStrata (format 9, this one reads 1).",
        hint: "Update MemStrata, or open another ledger. Nothing was written.",
      });
    }
    return answer();
  }

  #moments(view: Viewpoint): { asOf: number; known: number } {
    return {
      asOf: view.as_of === null ? this.now : millis(view.as_of),
      known: view.known_at === null ? Infinity : millis(view.known_at),
    };
  }

  /** Kept until something is told, so that panning costs a page with the fake no more than with a shell. */
  #lanes(query: LaneQuery): Lane[] {
    const { asOf, known } = this.#moments(query.view);
    const key = JSON.stringify(query);
    let lanes = this.#kept.get(key);
    if (!lanes) {
      if (this.#kept.size > 20) this.#kept.clear();
      this.#kept.set(key, (lanes = lanesOf(this.#told, this.#log, query, asOf, known)));
    }
    return lanes;
  }

  #info(): LedgerInfo {
    const bounds = this.#told.flatMap((t) => [t.at, t.to]).filter(Number.isFinite);
    const recorded = this.#told.map((t) => t.recorded);
    const newest = this.#told.find((t) => t.recorded === Math.max(...recorded));
    return {
      path: "/home/anna/home.memstrata",
      name: "Home ledger",
      space: this.#space,
      spaces: this.#spaces,
      timezone: this.#settings.timezone,
      sample: true,
      keys: this.#log.length,
      facts: this.#told.filter((t) => t.event.kind === "assert").length,
      episodes: this.#told.length,
      commits: new Set(this.#told.map((t) => t.event.recorded)).size + this.#acts,
      head: recorded.length ? instantOf(Math.max(...recorded)) : null,
      last_commit: newest ? newest.event.locator : null,
      now: instantOf(this.now),
      valid_from: bounds.length ? instantOf(Math.min(...bounds)) : null,
      valid_to: bounds.length ? instantOf(Math.max(...bounds)) : null,
      index: this.#index,
    };
  }
}
