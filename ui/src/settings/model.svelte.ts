/**
 * The settings of the open space while they are changed: what was typed, what it would change,
 * and what was kept last. Edits are kept apart from what is set, so that news from the ledger
 * does not undo them.
 */
import { failureOf } from "../backend/backend";
import type { Failure, ScoringSettings, Settings, SettingsEffect } from "../backend/types";
import { Latest } from "../view/latest.svelte";
import type { Session } from "../view/session.svelte";
import {
  LABEL,
  type Name,
  readNumber,
  SWITCHES,
  type SwitchName,
  type Value,
  valueOf,
  withValue,
  writeValue,
} from "./fields";

const WHOLE: ReadonlySet<Name> = new Set<Name>(["recall", "passages"]);

export interface Change {
  name: Name;
  label: string;
  before: string;
  after: string;
}

export class SettingsModel {
  readonly session: Session;
  /** What was typed or chosen, by setting. */
  edits = $state.raw<Partial<Record<Name, Value>>>({});
  busy = $state(false);
  failure = $state.raw<Failure | null>(null);
  /** What was set before the last keeping, to return to. */
  before = $state.raw<Settings | null>(null);
  readonly effect = new Latest<SettingsEffect & { wanted: Settings }>();

  readonly page = $derived.by(() => this.session.settings.value);
  /** What is wrong with what was typed, by setting. */
  readonly wrong = $derived.by(() => {
    const wrong: Partial<Record<Name, string>> = {};
    for (const [name, value] of Object.entries(this.edits) as [Name, Value][]) {
      if (typeof value !== "string" || !isNumber(name)) continue;
      const read = readNumber(value, WHOLE.has(name));
      if ("wrong" in read) wrong[name] = read.wrong;
    }
    return wrong;
  });
  readonly wanted: Settings | null = $derived.by(() => {
    if (!this.page) return null;
    let settings = this.page.settings;
    for (const [name, value] of Object.entries(this.edits) as [Name, Value][]) {
      if (this.wrong[name]) continue;
      settings = withValue(settings, name, this.#read(name, value));
    }
    return settings;
  });
  readonly changes: Change[] = $derived.by(() => {
    const { page, wanted } = this;
    if (!page || !wanted) return [];
    return (Object.keys(this.edits) as Name[]).flatMap((name) => {
      const [before, after] = [valueOf(page.settings, name), valueOf(wanted, name)];
      if (before === after) return [];
      const published = this.published(name);
      return [
        {
          name,
          label: LABEL[name],
          before: writeValue(before, published),
          after: writeValue(after, published),
        },
      ];
    });
  });
  readonly anyWrong = $derived.by(() => Object.keys(this.wrong).length > 0);
  /** What the core refuses of it, and how the space would read a date. */
  readonly refusal = $derived.by(() => (this.changes.length > 0 ? this.effect.failure : null));

  constructor(session: Session) {
    this.session = session;
  }

  /** Asks what the edits would do, whenever they move. Returns how to stop. */
  start(): () => void {
    return $effect.root(() => {
      $effect(() => {
        const { wanted, session } = this;
        if (!wanted || this.changes.length === 0) this.effect.clear();
        else this.effect.ask(async () => ({ ...(await session.backend.settingsEffect(wanted)), wanted }));
      });
    });
  }

  published(name: Name): Value {
    return isNumber(name) || isSwitch(name)
      ? (this.page?.published[name as keyof ScoringSettings] ?? null)
      : null;
  }

  /** What a field shows: what was typed, else what is set. */
  shown(name: Name): string {
    const edit = this.edits[name];
    if (edit !== undefined) return edit === null ? "" : String(edit);
    const set = this.page ? valueOf(this.page.settings, name) : null;
    return set === null ? "" : String(set);
  }

  on(name: SwitchName): boolean {
    return this.wanted?.scoring[name] ?? this.page?.published[name] ?? false;
  }

  set(name: Name, value: Value): void {
    const edits = { ...this.edits, [name]: value };
    const present = this.page ? valueOf(this.page.settings, name) : null;
    const wrong =
      isNumber(name) && typeof value === "string" && "wrong" in readNumber(value, WHOLE.has(name));
    if (!wrong && this.#read(name, value) === present) delete edits[name];
    this.edits = edits;
    this.failure = null;
  }

  /** Whether any of the numbers and switches is other than published. */
  readonly anySet = $derived.by(() =>
    Object.values(this.wanted?.scoring ?? {}).some((value) => value !== null),
  );

  /** Everything as published again: retrieval, score and freshness. */
  publish(): void {
    const edits = { ...this.edits };
    for (const [name, present] of Object.entries(this.page?.settings.scoring ?? {}) as [Name, Value][]) {
      if (present === null) delete edits[name];
      else edits[name] = null;
    }
    this.edits = edits;
    this.failure = null;
  }

  discard(): void {
    this.edits = {};
    this.failure = null;
  }

  /** Keeps the edits; returns whether that was done. */
  async keep(): Promise<boolean> {
    const { wanted, page } = this;
    if (!wanted || !page || this.changes.length === 0 || this.anyWrong || this.refusal) return false;
    const said = this.changes.map((change) => `${change.label} ${change.after}`).join(", ");
    return this.#keep(wanted, page.settings, `Kept: ${said}`);
  }

  /** One setting, at once. */
  async keepOne(name: Name, value: Value): Promise<boolean> {
    const { page } = this;
    if (!page) return false;
    const said = `${LABEL[name]} ${writeValue(value, this.published(name))}`;
    return this.#keep(withValue(page.settings, name, value), page.settings, `Kept: ${said}`, name);
  }

  /** Back to what was set before the last keeping. */
  async undo(): Promise<void> {
    const { before } = this;
    if (before && (await this.#keep(before, null, "The settings are as before"))) this.before = null;
  }

  async #keep(settings: Settings, before: Settings | null, said: string, one?: Name): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.failure = null;
    try {
      await this.session.backend.keepSettings(settings);
      if (before) this.before = before;
      if (one === undefined) this.edits = {};
      this.session.say(said);
      await this.session.refresh();
      return true;
    } catch (thrown) {
      this.failure = failureOf(thrown);
      return false;
    } finally {
      this.busy = false;
    }
  }

  #read(name: Name, value: Value): Value {
    if (!isNumber(name) || typeof value !== "string") return value;
    const read = readNumber(value, WHOLE.has(name));
    return "wrong" in read ? null : read.value;
  }
}

const TEXTS: ReadonlySet<Name> = new Set<Name>(["timezone", "locale", "week_start"]);
const isSwitch = (name: Name): boolean => SWITCHES.some((field) => field.name === name);
const isNumber = (name: Name): boolean => !TEXTS.has(name) && !isSwitch(name);
