/** What stands in Details: chips, clocks and the role of each source, in words. */
import type { Fact, FactState, Source } from "../backend/types";
import { millis } from "../time/instant";
import { writeDay, writeFrom, writeTo } from "../time/words";
import type { Zone } from "../time/zone";

/** The word on a chip. In the past it says that this was believed then. */
export function chipWords(state: FactState, from: string | null, to: string | null, zone: Zone): string {
  switch (state) {
    case "current":
      return from === null ? "current" : `current since ${writeDay(millis(from), zone)}`;
    case "past":
      return to === null ? "past" : `past, until ${writeTo(to, zone)}`;
    case "future":
      return from === null ? "not yet" : `not yet, from ${writeDay(millis(from), zone)}`;
    case "disputed":
      return from === null ? "conflict" : `conflict since ${writeDay(millis(from), zone)}`;
    case "withdrawn":
      return "withdrawn";
  }
}

export const STATE_WORD: Record<FactState, string> = {
  current: "current",
  past: "past",
  future: "not yet",
  disputed: "conflict",
  withdrawn: "withdrawn",
};

/** "day, stated" behind the valid interval. */
export function sourceWords(fact: Fact): string {
  switch (fact.valid_from_source) {
    case "stated":
      return `${fact.precision}, stated`;
    case "said_at":
      return "when it was said";
    case "recorded":
      return "when it was recorded";
    case "unknown":
      return "since some unknown time";
  }
}

export function roleWords(source: Source, first: boolean): string {
  if (source.role === "confirm") return "vouches for it";
  if (source.role === "end") return "ended it";
  return first ? "opened it" : "repeats it";
}

export const spanText = (fact: Pick<Fact, "valid_from" | "valid_to" | "precision">, zone: Zone): string =>
  `${writeFrom(fact.valid_from, fact.precision, zone)} → ${writeTo(fact.valid_to, zone)}`;
