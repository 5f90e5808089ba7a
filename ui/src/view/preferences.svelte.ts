/** Choices that belong to this window and not to a ledger: theme, lane height, single keys. */

export type Theme = "system" | "light" | "dark";
export type LaneHeight = 22 | 28 | 36;

const STORE = "memstrata";

export class Preferences {
  theme = $state<Theme>("system");
  laneHeight = $state<LaneHeight>(28);
  singleKeys = $state(true);
  /** What "system" stands for now. */
  systemDark = $state(false);
  readonly dark = $derived.by(() => this.theme === "dark" || (this.theme === "system" && this.systemDark));

  constructor() {
    const kept = read();
    if (kept.theme === "light" || kept.theme === "dark") this.theme = kept.theme;
    if (kept.laneHeight === 22 || kept.laneHeight === 36) this.laneHeight = kept.laneHeight;
    if (kept.singleKeys === false) this.singleKeys = false;
  }

  /** Keeps the page's theme and the store in step. Returns how to stop. */
  start(root: HTMLElement): () => void {
    const media = window.matchMedia?.("(prefers-color-scheme: dark)");
    const follow = () => (this.systemDark = media?.matches ?? false);
    follow();
    media?.addEventListener("change", follow);
    const stop = $effect.root(() => {
      $effect.pre(() => {
        root.dataset.theme = this.dark ? "dark" : "light";
      });
      $effect(() => {
        keep({ theme: this.theme, laneHeight: this.laneHeight, singleKeys: this.singleKeys });
      });
    });
    return () => {
      media?.removeEventListener("change", follow);
      stop();
    };
  }

  nextTheme(): void {
    const order: Theme[] = ["system", "light", "dark"];
    this.theme = order[(order.indexOf(this.theme) + 1) % order.length];
  }
}

function read(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}") as Record<string, unknown>;
  } catch {
    // No store, or not ours: the defaults do.
    return {};
  }
}

function keep(value: Record<string, unknown>): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(value));
  } catch {
    // A store that is full or forbidden costs the choice, not the window.
  }
}
