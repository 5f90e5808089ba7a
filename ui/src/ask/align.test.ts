import { describe, expect, it } from "vitest";

import type { AskAnswer, Column, Passage, PassageFact, ScoredFact } from "../backend/types";
import { Zone } from "../time/zone";
import { alignByKey, laneOf } from "./align";
import { passagePieces, staleWords, verdictPieces } from "./words";

const zone = new Zone("UTC");
const carried = (relation: string, object: string, more: Partial<PassageFact> = {}): PassageFact => ({
  fact: `f${object}`,
  subject: "api",
  relation,
  scope: null,
  object,
  span: null,
  state: "current",
  valid_from: null,
  valid_to: null,
  ...more,
});
const passage = (rank: number, facts: PassageFact[], more: Partial<Passage> = {}): Passage => ({
  episode: `e${rank}`,
  text: "The port is 8000.",
  kind: "note",
  author: null,
  locator: null,
  occurred_at: "2026-01-12T00:00:00Z",
  rank,
  score: 0.5,
  score_parts: null,
  tokens: 5,
  facts,
  reason: null,
  support: 1,
  marks: [],
  ...more,
});
const column = (answer: string | null, relation: string, more: Partial<Column> = {}): Column => ({
  answer,
  explanation: "",
  abstained: answer === null,
  state: answer === null ? null : "current",
  since: null,
  until: null,
  facts:
    answer === null
      ? []
      : [{ id: "f2", subject: "api", relation, scope: null, object: answer } as unknown as ScoredFact],
  passages: [],
  left_out: [],
  context: "",
  context_tokens: 0,
  ms: 1,
  hops: [],
  uncertain: [],
  disputed: [],
  rests_on: [],
  overtaken: [],
  weights: null,
  retrieval: null,
  ...more,
});
const answer = (plain: Column, temporal: Column, sentence = ""): AskAnswer => ({
  question: "q",
  reading: {} as AskAnswer["reading"],
  plain,
  temporal,
  verdict: { kind: "plain_stale", sentence },
});

describe("aligning by key", () => {
  it("puts the answered key first, then by rank, then what carries no fact", () => {
    const aligned = alignByKey(
      answer(
        column("8000", "port", {
          passages: [
            passage(1, []),
            passage(2, [carried("host", "a")]),
            passage(3, [carried("port", "8000")]),
          ],
        }),
        column("8080", "port", { left_out: [passage(3, [carried("port", "8000")], { reason: "over" })] }),
      ),
    );
    expect(aligned.map((row) => row.key?.relation ?? null)).toEqual(["port", "host", null]);
    expect(aligned[0].leftOut[0].reason).toBe("over");
    expect(aligned[0].plain).toHaveLength(1);
  });

  it("puts a passage of several facts with the key that was asked about", () => {
    const both = passage(1, [carried("host", "a"), carried("port", "8080")]);
    const aligned = alignByKey(answer(column("8080", "port", { passages: [both] }), column("8080", "port")));
    expect(aligned.map((row) => row.key?.relation)).toEqual(["port"]);
  });

  it("keeps keys of different scope apart", () => {
    const aligned = alignByKey(
      answer(
        column(null, "port", {
          passages: [
            passage(1, [carried("port", "1", { scope: "staging" })]),
            passage(2, [carried("port", "2")]),
          ],
        }),
        column(null, "port"),
      ),
    );
    expect(aligned).toHaveLength(2);
  });

  it("opens the lane of the temporal answer, else of the plain one, else of what was found", () => {
    expect(laneOf(answer(column("a", "x"), column("b", "y")))?.key.relation).toBe("y");
    expect(laneOf(answer(column("a", "x"), column(null, "y")))?.key.relation).toBe("x");
    const found = column(null, "x", { passages: [passage(1, [carried("host", "a")])] });
    expect(laneOf(answer(found, column(null, "y")))).toEqual({
      key: { subject: "api", relation: "host", scope: null },
      fact: null,
    });
    expect(laneOf(answer(column(null, "x"), column(null, "y")))).toBeNull();
  });
});

describe("the words of Ask", () => {
  const stale = column("8000", "port", { state: "past", until: "2026-04-02T00:00:00Z" });

  it("say until when a stale answer was true", () => {
    expect(staleWords(stale, zone)).toBe("was true until 2026-04-02");
    expect(staleWords(column("8080", "port"), zone)).toBeNull();
    expect(staleWords(column("x", "port", { state: "withdrawn" }), zone)).toContain("withdrawn");
  });

  it("mark the stale value in the verdict", () => {
    const sentence = "They disagree: 8000, stale since 2026-04-02 / 8080, current";
    const pieces = verdictPieces(answer(stale, column("8080", "port"), sentence));
    expect(pieces.map((p) => p.kind)).toEqual(["strong", "plain", "stale", "plain"]);
    expect(pieces[2]).toEqual({ kind: "stale", text: "8000" });
    expect(pieces.map((p) => p.text).join("")).toBe(sentence);
  });

  it("mark what is inside the gate, and what had ended as stale", () => {
    const fact = carried("port", "8000", { span: [12, 16], state: "past", valid_to: "2026-04-02T00:00:00Z" });
    const p = passage(1, [fact]);
    const note = "was true until 2026-04-02";
    expect(passagePieces(p, new Set(), zone)[1]).toEqual({ kind: "stale", text: "8000", note });
    expect(passagePieces(p, new Set(["f8000"]), zone)[1]).toEqual({ kind: "mark", text: "8000" });
    const current = passage(1, [carried("port", "8000", { span: [12, 16] })]);
    expect(passagePieces(current, new Set(), zone)).toEqual([{ kind: "plain", text: current.text }]);
  });
});
