/** The settings of a space that are numbers: what each is called, what it does, in which unit. */
import type { ScoringSettings, Settings } from "../backend/types";

/** A setting by its name; those of scoring are numbers, or switches. */
export type Name = "timezone" | "locale" | "week_start" | keyof ScoringSettings;

export interface NumberField {
  name: keyof ScoringSettings;
  label: string;
  unit: string;
  words: string;
}

export const WEIGHTS: NumberField[] = [
  {
    name: "recency",
    label: "Recency",
    unit: "= α",
    words: "How lately it was recorded. Counts for nothing where the question names a time.",
  },
  { name: "importance", label: "Importance", unit: "= β", words: "As its writer or its relation has it." },
  { name: "similarity", label: "Similarity", unit: "= γ", words: "How near a passage is to the question." },
  {
    name: "recency_half_life_days",
    label: "Recency halves in",
    unit: "days",
    words: "A passage recorded that long ago has half the recency of one recorded now.",
  },
];

export const FRESHNESS: NumberField[] = [
  {
    name: "verified_days",
    label: "Verified within",
    unit: "days",
    words: "How near the time asked about a confirmation has to be to count.",
  },
  {
    name: "verified_factor",
    label: "Verified counts",
    unit: "×",
    words: "What such a confirmation multiplies freshness by; never above 1 in all.",
  },
  {
    name: "grace_days",
    label: "Grace period",
    unit: "days",
    words: "How long the text of a value that has ended is still shown, marked as ended. 0 is not at all.",
  },
  {
    name: "grace_factor",
    label: "In grace counts",
    unit: "×",
    words: "What the freshness of such a text is multiplied by.",
  },
];

export const PASSAGES: NumberField[] = [
  { name: "passages", label: "Passages", unit: "served", words: "How many passages stand under an answer." },
  {
    name: "recall",
    label: "Candidates",
    unit: "looked at",
    words: "How many the gate is shown at first; more are fetched where too few pass.",
  },
];

export type SwitchName = "hybrid" | "rerank" | "idle";

export const SWITCHES: { name: SwitchName; label: string; words: string }[] = [
  {
    name: "hybrid",
    label: "Words beside meaning",
    words: "Plain retrieval merges a search by words (BM25) with the search by meaning.",
  },
  {
    name: "rerank",
    label: "Reranked",
    words: "A language model orders what plain retrieval finds; question and passages are sent to it.",
  },
  {
    name: "idle",
    label: "Looked over when idle",
    words:
      "While nobody writes, the ledger is looked over in slices for what should be decided on; it waits in Review.",
  },
];

/** Those of them that plain retrieval has. */
export const OF_RETRIEVAL: readonly SwitchName[] = ["hybrid", "rerank"];

/** What a setting is called in a list of changes. */
export const LABEL: Record<Name, string> = {
  timezone: "time zone",
  locale: "date order",
  week_start: "first day of the week",
  ...(Object.fromEntries(
    [...WEIGHTS, ...FRESHNESS, ...PASSAGES, ...SWITCHES].map(({ name, label }) => [
      name,
      label.toLowerCase(),
    ]),
  ) as Record<keyof ScoringSettings, string>),
};

export type Value = string | number | boolean | null;

export function valueOf(settings: Settings, name: Name): Value {
  if (name === "timezone" || name === "locale" || name === "week_start") return settings[name];
  return settings.scoring[name];
}

export function withValue(settings: Settings, name: Name, value: Value): Settings {
  if (name === "timezone" || name === "locale" || name === "week_start")
    return { ...settings, [name]: value };
  return { ...settings, scoring: { ...settings.scoring, [name]: value } };
}

/** A number as it was typed; empty is as published. Wrong is said in words. */
export function readNumber(text: string, whole: boolean): { value: number | null } | { wrong: string } {
  const trimmed = text.trim().replace(",", ".");
  if (trimmed === "") return { value: null };
  const value = /^\d*\.?\d+$|^\d+\.$/.test(trimmed) ? Number(trimmed) : NaN;
  if (!Number.isFinite(value)) return { wrong: `“${text.trim()}” is no number.` };
  if (whole && !Number.isInteger(value)) return { wrong: `“${text.trim()}” is no whole number.` };
  return { value };
}

/** A value in a list of changes. */
export function writeValue(value: Value, published: Value): string {
  if (value === null) return `${writeValue(published, "")} (as published)`;
  if (typeof value === "boolean") return value ? "on" : "off";
  return String(value);
}
