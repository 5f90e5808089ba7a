/**
 * What the window shows: page, both cursors, the window of time, the selection. It is kept in the
 * page's hash: steps go into the history, movements replace the present entry.
 */
import type { LaneQuery, Viewpoint } from "../backend/types";
import type { Window } from "../time/scale";
import { HOME, hashOf, type KeyName, type Link, type Page, readLink, sameKey, type Tab, urlOf } from "./link";

export class ViewState {
  page = $state<Page>("timeline");
  asOf = $state<string | null>(null);
  knownAt = $state<string | null>(null);
  /** Null: as the ledger fits. */
  win = $state.raw<Window | null>(null);
  key = $state.raw<KeyName | null>(null);
  fact = $state<string | null>(null);
  tab = $state<Tab>("fact");
  question = $state("");
  after = $state.raw<string[]>([]);
  filter = $state("");
  item = $state<string | null>(null);

  conflicts = $state(false);
  withdrawn = $state(false);
  believedOtherwise = $state(false);
  corrected = $state(false);
  details = $state(true);

  readonly viewpoint: Viewpoint = $derived.by(() => ({ as_of: this.asOf, known_at: this.knownAt }));
  readonly past = $derived.by(() => this.asOf !== null || this.knownAt !== null);
  readonly query: LaneQuery = $derived.by(() => ({
    view: this.viewpoint,
    filter: this.filter,
    conflicts: this.conflicts,
    withdrawn: this.withdrawn,
    believed_otherwise: this.believedOtherwise && this.knownAt !== null,
  }));

  #history: History | null = null;
  #written = "";
  #dragging = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get link(): Link {
    const { page, asOf, knownAt, win, key, fact, tab, question, after, filter, item } = this;
    return { page, asOf, knownAt, win, key, fact, tab, question, after, filter, item };
  }

  get url(): string {
    return urlOf(this.link);
  }

  /** Reads the hash now and whenever the history moves. Returns how to stop. */
  follow(target: globalThis.Window): () => void {
    this.#history = target.history;
    const read = () => {
      if (target.location.hash === this.#written) return;
      this.#written = target.location.hash;
      this.apply(readLink(target.location.hash));
    };
    read();
    target.addEventListener("popstate", read);
    target.addEventListener("hashchange", read);
    return () => {
      target.removeEventListener("popstate", read);
      target.removeEventListener("hashchange", read);
      clearTimeout(this.#timer);
      this.#history = null;
    };
  }

  apply(link: Link): void {
    this.page = link.page;
    this.asOf = link.asOf;
    this.knownAt = link.knownAt;
    this.win = link.win;
    this.key = link.key;
    this.fact = link.fact;
    this.tab = link.tab;
    this.question = link.question;
    // The same thread stays the same object, so that a movement asks nothing anew.
    if (!sameThread(this.after, link.after)) this.after = link.after;
    this.filter = link.filter;
    this.item = link.item;
  }

  /** A step that Back undoes. */
  step(change: Partial<Link>): void {
    this.#settle();
    this.apply({ ...this.link, ...change });
    this.#write("push");
  }

  /** A drag, until `drop`: Back then returns to before it, however long it took. */
  drag(change: Partial<Link>): void {
    if (!this.#dragging) this.#settle();
    this.#dragging = true;
    this.apply({ ...this.link, ...change });
  }

  drop(): void {
    this.#dragging = false;
    this.#write("push");
  }

  /** A movement: dragging, panning, zooming. It changes the present entry once it rests. */
  move(change: Partial<Link>): void {
    this.apply({ ...this.link, ...change });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write("replace"), 200);
  }

  select(key: KeyName | null, fact: string | null): void {
    if (sameKey(key, this.key) && fact === this.fact) return;
    // Walking along lanes by keyboard is a movement; the first selection is a step.
    if (this.key === null || key === null) this.step({ key, fact, tab: "fact" });
    else this.move({ key, fact });
  }

  show(page: Page): void {
    if (page !== this.page) this.step({ page });
  }

  returnToNow(): void {
    this.believedOtherwise = false;
    this.step({ asOf: null, knownAt: null });
  }

  reset(): void {
    this.step(HOME);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    if (hashOf(this.link) !== this.#written && this.#written !== "") this.#write("replace");
  }

  #write(how: "push" | "replace"): void {
    clearTimeout(this.#timer);
    const hash = hashOf(this.link);
    if (hash === this.#written || !this.#history) return;
    this.#written = hash;
    if (how === "push") this.#history.pushState(null, "", hash);
    else this.#history.replaceState(null, "", hash);
  }
}

const sameThread = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((question, i) => question === b[i]);
