/**
 * The inbox as the window works through it: which item is looked at, which answer is chosen, what
 * it would change, what was decided last. The list itself is the session's.
 */
import { failureOf } from "../backend/backend";
import type { Failure, InboxAnswer, InboxItem, PassMoved, PassReport } from "../backend/types";
import { plural } from "../time/words";
import { Latest } from "../view/latest.svelte";
import type { Session } from "../view/session.svelte";
import type { ViewState } from "../view/view.svelte";
import { groupsOf, headOf } from "./words";

export interface Offered {
  words: string;
  answer: InboxAnswer;
}

export interface Draft {
  object: string;
  from: string;
  to: string;
}

const NO_DRAFT: Draft = { object: "", from: "", to: "" };

export class ReviewModel {
  readonly session: Session;
  readonly view: ViewState;

  /** The chosen answer, by its place. */
  choice = $state(0);
  /** Another value, as far as it is typed. */
  draft = $state<Draft>({ ...NO_DRAFT });
  busy = $state(false);
  failure = $state.raw<Failure | null>(null);
  /** What this window decided, newest last: to be taken back one by one. */
  decided = $state.raw<{ event: string; item: string; words: string }[]>([]);
  /** How far the background pass is; null while none runs. */
  pass = $state.raw<PassMoved | null>(null);
  passed = $state.raw<PassReport | null>(null);
  cancelling = $state(false);

  /** A value of its own: the state of a ledger is told anew with every commit. */
  readonly #path = $derived.by(() => this.session.info?.path);
  readonly effects = new Latest<{ item: string; words: string[] }>();
  readonly draftEffect = new Latest<string>();

  readonly inbox = $derived.by(() => this.session.inbox.value);
  readonly groups = $derived.by(() => groupsOf(this.inbox?.waiting ?? []));
  /** In the order in which they are listed. */
  readonly items: InboxItem[] = $derived.by(() => this.groups.flatMap((group) => group.items));
  readonly item: InboxItem | null = $derived.by(
    () => this.items.find((item) => item.id === this.view.item) ?? this.items[0] ?? null,
  );
  readonly offered: Offered[] = $derived.by(() => {
    const { item, draft } = this;
    if (item === null) return [];
    const own: Offered[] = item.choices.map(({ words, answer }) => ({ words, answer }));
    if (item.editable) own.push({ words: "Another value", answer: { kind: "edit", ...draft } });
    return own;
  });
  readonly editing = $derived.by(() => this.offered[this.choice]?.answer.kind === "edit");
  readonly last = $derived.by(() => this.decided[this.decided.length - 1] ?? null);

  constructor(session: Session) {
    this.session = session;
    this.view = session.view;
  }

  /** Keeps the effects in step with the item and the ledger. Returns how to stop. */
  start(): () => void {
    const stopPass = this.session.backend.onPassMoved((moved) => {
      if (this.pass !== null) this.pass = moved;
    });
    let shown: string | null = null;
    const stop = $effect.root(() => {
      $effect(() => {
        // What was decided in another ledger is not to be taken back in this one.
        void this.#path;
        this.decided = [];
        this.passed = null;
      });
      $effect(() => {
        const id = this.item?.id ?? null;
        if (id === shown) return;
        shown = id;
        this.choice = 0;
        this.draft = { ...NO_DRAFT };
        this.failure = null;
        this.draftEffect.clear();
      });
      $effect(() => {
        void this.session.version;
        const item = this.item;
        if (this.view.page !== "review" || item === null) return;
        const answers = item.choices.map((choice) => choice.answer);
        this.effects.ask(async () => {
          const words = await Promise.all(answers.map((answer) => this.#effect(item.id, answer)));
          return { item: item.id, words };
        });
      });
      $effect(() => {
        const { item, draft } = this;
        if (item === null || draft.object.trim() === "") return this.draftEffect.clear();
        const answer: InboxAnswer = { kind: "edit", ...draft };
        this.draftEffect.ask(() => this.#effect(item.id, answer));
      });
    });
    return () => {
      stop();
      stopPass();
    };
  }

  select(item: InboxItem): void {
    this.view.move({ item: item.id });
  }

  /** The next item, or the one before; at the ends it stays. */
  move(by: 1 | -1): void {
    const at = this.items.findIndex((item) => item.id === this.item?.id);
    const next = this.items[at + by];
    if (next) this.select(next);
  }

  choose(place: number): void {
    if (place < this.offered.length) this.choice = place;
  }

  chooseEdit(): boolean {
    if (!this.item?.editable) return false;
    this.choice = this.offered.length - 1;
    return true;
  }

  async decide(): Promise<void> {
    const { item } = this;
    const offered = this.offered[this.choice];
    if (item === null || offered === undefined || this.busy) return;
    if (offered.answer.kind === "edit" && offered.answer.object.trim() === "") {
      this.failure = { code: "empty", message: "Say which value holds.", hint: null };
      return;
    }
    const at = this.items.indexOf(item);
    const next = this.items[at + 1] ?? this.items[at - 1];
    await this.#act(async () => {
      const event = await this.session.backend.answerInbox(item.id, $state.snapshot(offered.answer));
      const words = `${headOf(item)}: ${offered.words}`;
      this.decided = [...this.decided, { event, item: item.id, words }];
      if (next) this.select(next);
      this.session.say(`Decided. ${words}`);
    });
  }

  /** Takes back the last decision of this window. */
  async undo(): Promise<void> {
    const last = this.last;
    if (last) await this.takeBack(last.event, last.item);
  }

  async takeBack(event: string, item: string): Promise<void> {
    if (this.busy) return;
    await this.#act(async () => {
      await this.session.backend.withdraw(event);
      this.decided = this.decided.filter((decided) => decided.event !== event);
      this.view.move({ item });
      this.session.say("The decision is taken back");
    });
  }

  /** Looks the whole ledger over for what should be decided on. */
  async lookOver(): Promise<void> {
    if (this.pass !== null) return;
    this.pass = { stage: "", done: 0, total: 0 };
    this.passed = null;
    this.cancelling = false;
    await this.#act(async () => {
      const report = await this.session.backend.consolidate();
      this.passed = report;
      this.session.say(passWords(report));
    }, false);
    this.pass = null;
  }

  cancelPass(): void {
    if (this.pass === null) return;
    this.cancelling = true;
    void this.session.backend.cancelConsolidate();
  }

  async #act(run: () => Promise<void>, alone = true): Promise<void> {
    if (alone) this.busy = true;
    this.failure = null;
    try {
      await run();
    } catch (thrown) {
      this.failure = failureOf(thrown);
    }
    this.session.readInbox();
    if (alone) this.busy = false;
  }

  async #effect(item: string, answer: InboxAnswer): Promise<string> {
    try {
      return (await this.session.backend.inboxEffect(item, $state.snapshot(answer))).words;
    } catch (thrown) {
      return failureOf(thrown).message;
    }
  }
}

/** What a pass came to, in a sentence. */
export function passWords(report: PassReport): string {
  const found = report.proposed === 0 ? "Nothing new" : plural(report.proposed, "new item");
  if (report.cancelled) return `Stopped. ${found} so far; what was proposed stays.`;
  const left = report.left === 0 ? "" : ` ${plural(report.left, "more value")} past their half-life.`;
  return `Looked everything over. ${found}.${left}`;
}
