import { describe, expect, it } from "vitest";

import { scoreWords } from "./words";

const parts = { similarity: 0.817, recency: 0, importance: 0.5, gate: 1, freshness: 0.25 };

describe("parts of a score", () => {
  it("are written as the formula has them", () => {
    expect(scoreWords(parts, 0.329)).toEqual([
      ["score", "0.33"],
      ["similarity", "0.82"],
      ["recency", "0.00"],
      ["importance", "0.50"],
      ["gate", "× 1.00"],
      ["freshness", "× 0.25"],
    ]);
  });
});
