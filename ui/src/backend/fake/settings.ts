/** The settings of the fake's one space; bounds as the ledger has them, in fewer words. */
import { BackendError } from "../backend";
import type { AskRequest, ScoringSettings, Settings, SettingsEffect, SettingsPage } from "../types";
import { Zone } from "../../time/zone";

const PUBLISHED: ScoringSettings = {
  recency: 1,
  importance: 1,
  similarity: 1,
  recency_half_life_days: 14,
  verified_days: 30,
  verified_factor: 1.3,
  grace_days: 0,
  grace_factor: 0.3,
  recall: 30,
  passages: 5,
  hybrid: false,
  rerank: false,
  idle: true,
};

const BOUNDS: Partial<Record<keyof ScoringSettings, [string, number, number]>> = {
  recency: ["weight of recency, 0 to 100", 0, 100],
  similarity: ["weight of similarity, 0 to 100", 0, 100],
  importance: ["weight of importance, 0 to 100", 0, 100],
  passages: ["number of passages, 1 to 100", 1, 100],
  recall: ["recall, 1 to 1000 candidates", 1, 1000],
};

const NOTHING = Object.fromEntries(Object.keys(PUBLISHED).map((name) => [name, null])) as ScoringSettings;

export class FakeSettings {
  reranker: string | null = null;
  #kept: Settings = {
    name: "default",
    timezone: "Europe/Lisbon",
    locale: "en-GB",
    week_start: "monday",
    // More than is published: the fake knows nothing but words, and finds little at a time.
    scoring: { ...NOTHING, passages: 8 },
  };

  get timezone(): string {
    return this.#kept.timezone;
  }

  page(): SettingsPage {
    return {
      settings: this.#kept,
      published: PUBLISHED,
      reranker: this.reranker,
      example: exampleOf(this.#kept),
    };
  }

  effect(settings: Settings): SettingsEffect {
    check(settings);
    const changed = JSON.stringify(settings) !== JSON.stringify(this.#kept);
    return { changed, example: exampleOf(settings), keys: 0 };
  }

  keep(settings: Settings): void {
    check(settings);
    this.#kept = settings;
  }

  /** A question as the space has it. */
  asking(request: AskRequest): AskRequest & { hybrid: boolean; reranker: string | null } {
    const { passages, hybrid, rerank } = this.#kept.scoring;
    return {
      ...request,
      k: request.k === 0 ? (passages ?? PUBLISHED.passages ?? 5) : request.k,
      hybrid: hybrid === true,
      reranker: rerank === true ? this.reranker : null,
    };
  }
}

const exampleOf = (settings: Settings): string =>
  settings.locale.endsWith("US") ? "2026-03-04" : "2026-04-03";

function check(settings: Settings): void {
  const bad = (what: string, value: unknown): never => {
    throw new BackendError({ code: "bad_value", message: `“${String(value)}” is no ${what}.`, hint: null });
  };
  try {
    void new Zone(settings.timezone);
  } catch {
    bad("time zone", settings.timezone);
  }
  for (const [name, [what, low, high]] of Object.entries(BOUNDS) as [
    keyof ScoringSettings,
    [string, number, number],
  ][]) {
    const value = settings.scoring[name];
    if (typeof value === "number" && (value < low || value > high)) bad(what, value);
  }
}
