import { describe, expect, it } from "vitest";

import type { Column, Passage, ScoredFact } from "../backend/types";
import { partsOf, scoreWords } from "./words";

const parts = { similarity: 0.817, recency: 0, importance: 0.5, freshness: 0.25 };
const fact = (id: string, score: number) => ({ id, score, score_parts: parts }) as unknown as ScoredFact;
const passage = (...facts: string[]) => ({ facts: facts.map((f) => ({ fact: f })) }) as unknown as Passage;
const column = (...facts: ScoredFact[]) => ({ facts }) as unknown as Column;

describe("parts of a score", () => {
  it("are those of a fact that the passage carries and that was scored", () => {
    const served = column(fact("f1", 0), fact("f2", 1.2));
    expect(partsOf(passage("f2"), served)).toEqual(parts);
    expect(partsOf(passage("f1"), served), "added by the answer, never scored").toBeNull();
    expect(partsOf(passage("f3"), served)).toBeNull();
    expect(partsOf(passage("f2"), null)).toBeNull();
  });

  it("are written as the formula has them", () => {
    expect(scoreWords(parts, 0.329)).toEqual([
      ["score", "0.33"],
      ["similarity", "0.82"],
      ["recency", "0.00"],
      ["importance", "0.50"],
      ["freshness", "× 0.25"],
    ]);
  });
});
