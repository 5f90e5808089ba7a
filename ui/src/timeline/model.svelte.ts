/**
 * The timeline's own state, above what is drawn: layout of the rows, the scale, which row and bar
 * are active, and the moves that keys and pointers make. It asks the session for marks.
 */
import { MarkFlag } from "../backend/marks";
import type { LaneRow } from "../backend/types";
import { instantOf, millis } from "../time/instant";
import { around, panned, TimeScale, type Window, zoomed } from "../time/scale";
import { following, nearest } from "../time/snap";
import { writeExact } from "../time/words";
import { type KeyName, sameKey } from "../view/link";
import type { Preferences } from "../view/preferences.svelte";
import { type Cover, sameLanes, type Session } from "../view/session.svelte";
import type { ViewState } from "../view/view.svelte";
import type { Scene } from "./geometry";
import { type LaneRowPlace, layoutRows, type Row, rowsBetween } from "./rows";

export const SNAP = 6;
/** Rows fetched beyond those that show. */
const MARGIN_ROWS = 30;

export const nameOf = (row: LaneRow): KeyName => ({
  subject: row.subject,
  relation: row.relation,
  scope: row.scope,
});

export class TimelineModel {
  readonly session: Session;
  readonly view: ViewState;
  readonly preferences: Preferences;

  /** Of the lanes, without the gutter. */
  width = $state(600);
  height = $state(400);
  scrollTop = $state(0);
  collapsed = $state.raw<ReadonlySet<string>>(new Set());
  activeId = $state<string | null>(null);
  table = $state(false);
  /** A place to scroll to once it is laid out. */
  wanted = $state.raw<{ top: number; height: number } | null>(null);

  readonly rows: readonly LaneRow[] = $derived.by(() => {
    const rows = this.session.index.value?.rows ?? [];
    return this.view.corrected ? rows.filter((row) => row.corrected) : rows;
  });
  readonly layout = $derived.by(() => layoutRows(this.rows, this.collapsed, this.preferences.laneHeight));
  readonly scale = $derived.by(() => new TimeScale(this.session.window, this.width));
  readonly scene: Scene = $derived.by(() => ({
    scale: this.scale,
    edge: Math.min(this.session.now, this.session.knownMs),
    thenBelief: this.view.knownAt !== null && this.session.knownMs < this.session.now,
  }));
  readonly shown = $derived.by(() => this.session.shown);
  readonly visible = $derived.by(() =>
    rowsBetween(this.layout, this.scrollTop, this.scrollTop + this.height),
  );
  readonly active: Row | null = $derived.by(() =>
    this.activeId === null ? null : (this.layout.byId.get(this.activeId) ?? null),
  );

  constructor(session: Session, view: ViewState, preferences: Preferences) {
    this.session = session;
    this.view = view;
    this.preferences = preferences;
  }

  // ---- marks ----

  /** What must be covered now; null where the present marks do. */
  cover(): Cover | null {
    // The lanes on screen, not those that were asked for since: the numbers are theirs.
    const of = this.session.index.value;
    if (of === null) return null;
    const { from, to, k } = this.scale;
    const lanes = this.visible.filter((row) => row.kind === "lane");
    if (lanes.length === 0) return null;
    const first = lanes[0].row.lane;
    const last = lanes[lanes.length - 1].row.lane;
    // The window that it opens with is not known yet.
    if (this.view.win === null && this.session.home === null) return null;
    const have = this.session.lanes.value?.cover;
    const same = have && sameLanes(have.of, of);
    if (same && first >= have.first && last < have.first + have.count && from >= have.from && to <= have.to) {
      // Coarser marks than the scale deserves are asked for again; finer ones only where far finer.
      if (k <= have.k * 1.05 && k >= have.k * 0.45) return null;
    }
    const span = to - from;
    const start = Math.max(0, first - MARGIN_ROWS);
    return {
      of,
      first: start,
      count: last + MARGIN_ROWS + 1 - start,
      from: from - span,
      to: to + span,
      k,
    };
  }

  labelOf(i: number): string {
    return this.shown.marks.labels[this.shown.marks.label[i]] ?? "";
  }

  /** Marks of a lane, in order. */
  marksOf(row: LaneRowPlace): readonly number[] {
    return this.shown.byLane.get(row.row.lane) ?? [];
  }

  /** Whether a value of a lane that holds is in doubt. */
  isUncertain(row: LaneRowPlace): boolean {
    const { flags } = this.shown.marks;
    return this.marksOf(row).some((i) => (flags[i] & MarkFlag.uncertain) !== 0);
  }

  // ---- window of time ----

  setWindow(window: Window): void {
    this.view.move({ win: window });
  }

  dragWindow(window: Window): void {
    this.view.drag({ win: window });
  }

  zoom(factor: number, atX: number = this.width / 2): void {
    this.setWindow(zoomed(this.session.window, this.scale.t(atX), factor));
  }

  /** By a share of the width. */
  pan(share: number): void {
    const { from, to } = this.session.window;
    this.setWindow(panned(this.session.window, (to - from) * share));
  }

  panPixels(pixels: number): void {
    this.setWindow(panned(this.session.window, pixels / this.scale.k));
  }

  /** The whole ledger; from there, back to the window that it opened with. */
  fit(): void {
    const { fit, window } = this.session;
    const whole =
      Math.abs(window.from - fit.from) + Math.abs(window.to - fit.to) < (fit.to - fit.from) * 0.002;
    this.view.step({ win: whole ? null : fit });
  }

  zoomToMark(i: number): void {
    const { marks } = this.shown;
    const bar = { from: marks.from[i], to: marks.to[i] };
    this.view.step({ win: around(bar, this.session.window, this.session.now) });
  }

  // ---- cursors ----

  /** Bounds of the marks on screen, rounded so that what begins there holds there. */
  *edges(): Generator<number> {
    const { marks, byLane } = this.shown;
    for (const row of this.visible) {
      if (row.kind !== "lane") continue;
      for (const i of byLane.get(row.row.lane) ?? []) {
        if (Number.isFinite(marks.from[i])) yield Math.ceil(marks.from[i]);
        if (Number.isFinite(marks.to[i])) yield Math.ceil(marks.to[i]);
      }
    }
  }

  /** AS OF at a pixel of the ruler. Near the now line it is now. */
  dragAsOf(x: number, snap: boolean): void {
    const scale = this.scale;
    if (Math.abs(scale.x(this.session.now) - x) <= SNAP) return this.view.drag({ asOf: null });
    const edge = snap ? nearest(this.edges(), (ms) => scale.x(ms), x, SNAP) : null;
    this.view.drag({ asOf: instantOf(edge ?? scale.t(x)) });
  }

  /** AS OF to the next or previous change of the active lane, or of all that show. */
  stepAsOf(back: boolean): void {
    const lane = this.active?.kind === "lane" ? this.active : this.selectedRow();
    const { marks } = this.shown;
    const bounds = lane
      ? this.marksOf(lane).flatMap((i) => [Math.ceil(marks.from[i]), Math.ceil(marks.to[i])])
      : [...this.edges()];
    const next = following(bounds, this.session.asOfMs, back);
    if (next === null) return this.session.say(back ? "No earlier change here" : "No later change here");
    this.view.step({ asOf: instantOf(next) });
    this.session.say(`As of ${writeExact(next, this.session.zone)}`);
  }

  /** AS KNOWN by commit. Past the newest it is now. */
  stepKnown(back: boolean): void {
    const commits = this.session.strip.value?.commits ?? [];
    const { knownMs } = this.session;
    const at = this.view.knownAt;
    const others = commits.filter(
      (c) => (back ? millis(c.at) < knownMs : millis(c.at) > knownMs) && c.at !== at,
    );
    const next = back ? others[others.length - 1] : others[0];
    if (back && !next) return this.session.say("No earlier commit");
    // "Now" knows the newest commit already: the first step back from now goes before it.
    const newest = commits[commits.length - 1];
    if (back && at === null && next === newest && others.length > 1)
      return this.known(others[others.length - 2].at);
    this.known(!next || next === newest ? null : next.at);
  }

  known(at: string | null): void {
    this.view.step({ knownAt: at });
    this.session.say(at === null ? "As known now" : `As known ${writeExact(millis(at), this.session.zone)}`);
  }

  // ---- selection ----

  selectedRow(): LaneRowPlace | null {
    const { key, fact } = this.view;
    if (key === null) return null;
    let found: LaneRowPlace | null = null;
    for (const row of this.layout.rows) {
      if (row.kind !== "lane" || !sameKey(nameOf(row.row), key)) continue;
      if (fact !== null && this.marksOf(row).some((i) => `f${this.shown.marks.fact[i]}` === fact)) return row;
      found ??= row;
    }
    return found;
  }

  isSelectedRow(row: Row): boolean {
    const { key } = this.view;
    if (key === null || row.kind !== "lane" || row.row.withdrawn || !sameKey(nameOf(row.row), key))
      return false;
    if (!row.row.set_valued) return true;
    const chosen = this.selectedRow();
    return chosen === null || chosen.id === row.id;
  }

  /** A mark was chosen by pointer or key. A merged one is opened up instead. */
  choose(row: LaneRowPlace, i: number): void {
    const { marks } = this.shown;
    this.activeId = row.id;
    if (marks.count[i] > 1 || marks.fact[i] === 0) return this.zoomToMark(i);
    this.view.details = true;
    this.view.select(nameOf(row.row), `f${marks.fact[i]}`);
  }

  /** A lane was chosen: the value at AS OF, else the last before it, else the first. */
  chooseLane(row: LaneRowPlace): void {
    this.activeId = row.id;
    this.view.details = true;
    const i = this.markAt(row, this.session.asOfMs);
    if (i >= 0) this.view.select(nameOf(row.row), `f${this.shown.marks.fact[i]}`);
    else this.view.select(nameOf(row.row), null);
  }

  markAt(row: LaneRowPlace, at: number): number {
    const { marks } = this.shown;
    let best = -1;
    for (const i of this.marksOf(row)) {
      if (marks.fact[i] === 0) continue;
      if (marks.from[i] <= at && at < marks.to[i] && marks.state[i] !== 4) return i;
      if (marks.from[i] <= at || best < 0) best = i;
    }
    return best;
  }

  /** The selected mark as it looked last: by what it is found again when versions were renumbered. */
  #looked: { from: number; label: string } | null = null;

  /**
   * After new marks: a selected version that is gone (superseded since, or another AS KNOWN) gives
   * way to the mark that begins with it and says the same, else to the lane's value.
   */
  keepSelection(): void {
    const { key, fact } = this.view;
    if (key === null || !this.session.inStep) return;
    const rows = this.layout.rows.filter(
      (row): row is LaneRowPlace => row.kind === "lane" && sameKey(nameOf(row.row), key),
    );
    const loaded = rows.filter((row) => this.marksOf(row).length > 0);
    if (loaded.length === 0) return;
    const { marks } = this.shown;
    const all = loaded.flatMap((row) => this.marksOf(row));
    const there = fact === null ? undefined : all.find((i) => `f${marks.fact[i]}` === fact);
    if (there !== undefined) {
      this.#looked = { from: marks.from[there], label: this.labelOf(there) };
      return;
    }
    const looked = fact === null ? null : this.#looked;
    const alike = looked
      ? all.find(
          (i) => marks.fact[i] !== 0 && marks.from[i] === looked.from && this.labelOf(i) === looked.label,
        )
      : undefined;
    const row = loaded.find((r) => !r.row.withdrawn) ?? loaded[0];
    const i = alike ?? this.markAt(row, this.session.asOfMs);
    if (i >= 0) this.view.move({ fact: `f${marks.fact[i]}` });
  }

  /** Opens the lane of a key, wherever it is. */
  open(key: KeyName, fact: string | null = null): void {
    this.collapsed = new Set([...this.collapsed].filter((subject) => subject !== key.subject));
    this.view.details = true;
    this.view.step({ page: "timeline", key, fact, tab: "fact", filter: "" });
    const row = this.selectedRow();
    if (row) this.show(row);
  }

  show(row: Row): void {
    this.activeId = row.id;
    this.wanted = { top: row.top, height: row.height };
  }

  // ---- moves by keyboard ----

  moveRow(by: number): void {
    const { rows } = this.layout;
    if (rows.length === 0) return;
    const from = this.active ?? this.selectedRow();
    const start = from ? from.index + by : by > 0 ? 0 : rows.length - 1;
    const row = rows[Math.min(rows.length - 1, Math.max(0, start))];
    this.show(row);
    if (row.kind === "lane") this.chooseLane(row);
  }

  moveToEnd(last: boolean): void {
    const row = this.layout.rows[last ? this.layout.rows.length - 1 : 0];
    if (!row) return;
    this.show(row);
    if (row.kind === "lane") this.chooseLane(row);
  }

  /** Left and right: along the bars of a lane, or closing and opening a group. */
  moveBar(by: number): void {
    const row = this.active;
    if (row?.kind === "group") {
      if (row.open === by < 0) this.toggle(row.subject);
      return;
    }
    const lane = row ?? this.selectedRow();
    if (!lane) return this.moveRow(by);
    const marks = this.marksOf(lane).filter((i) => this.shown.marks.fact[i] !== 0);
    const at = marks.findIndex((i) => `f${this.shown.marks.fact[i]}` === this.view.fact);
    const next = marks[at < 0 ? (by > 0 ? 0 : marks.length - 1) : at + by];
    if (next === undefined) return;
    this.choose(lane, next);
    this.reveal(next);
  }

  /** Pans so that a mark shows. */
  reveal(i: number): void {
    const { from, to } = this.session.window;
    const { marks } = this.shown;
    const start = Number.isFinite(marks.from[i]) ? marks.from[i] : marks.to[i];
    const end = Number.isFinite(marks.to[i]) ? marks.to[i] : start;
    if (end < from || start > to)
      this.setWindow(panned(this.session.window, start - (from + (to - from) * 0.2)));
  }

  toggle(subject: string): void {
    const next = new Set(this.collapsed);
    if (!next.delete(subject)) next.add(subject);
    this.collapsed = next;
  }
}
