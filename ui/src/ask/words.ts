/** Verdict, states and marks of Ask, in pieces that keep every text a text. */
import type { AskAnswer, Column, Passage, Retrieval, ScoreParts } from "../backend/types";
import { type Piece, piecesOf, type Range } from "../kit/pieces";
import { millis } from "../time/instant";
import { writeDay } from "../time/words";
import type { Zone } from "../time/zone";

/** "was true until 2026-04-02", where an answer is served that had ended. */
export function staleWords(column: Column, zone: Zone): string | null {
  if (column.state === "withdrawn") return "withdrawn: it was never so";
  if (column.state !== "past") return null;
  return column.until === null ? "no longer true" : `was true until ${writeDay(millis(column.until), zone)}`;
}

/** The verdict with its first words strong, and a stale value marked where it is named. */
export function verdictPieces(answer: AskAnswer): Piece[] {
  const sentence = answer.verdict?.sentence ?? "";
  const head = /^[^:.]*[:.]/.exec(sentence)?.[0] ?? "";
  const rest = sentence.slice(head.length);
  const pieces: Piece[] = [{ kind: "strong", text: head }];
  const stale = answer.verdict?.kind === "plain_stale" || answer.plain?.state === "past";
  const value = stale ? (answer.plain?.answer ?? "") : "";
  const at = value === "" ? -1 : rest.indexOf(value);
  if (at < 0) pieces.push({ kind: "plain", text: rest });
  else {
    // The sentence itself says since when: no note aside.
    pieces.push({ kind: "plain", text: rest.slice(0, at) }, { kind: "stale", text: value });
    pieces.push({ kind: "plain", text: rest.slice(at + value.length) });
  }
  return pieces.filter((piece) => piece.text !== "");
}

/**
 * A passage with the words of its facts marked: those inside the gate (temporal) as what they are,
 * those that had ended by the time asked about as stale.
 */
export function passagePieces(passage: Passage, gate: ReadonlySet<string>, zone: Zone): Piece[] {
  const ranges: Range[] = [];
  for (const fact of passage.facts) {
    if (!fact.span) continue;
    if (gate.has(fact.fact)) ranges.push({ span: fact.span, kind: "mark" });
    else if (fact.state === "past") {
      const note =
        fact.valid_to === null ? "no longer true" : `was true until ${writeDay(millis(fact.valid_to), zone)}`;
      ranges.push({ span: fact.span, kind: "stale", note });
    } else if (fact.state === "withdrawn") ranges.push({ span: fact.span, kind: "stale", note: "withdrawn" });
  }
  return piecesOf(passage.text, ranges);
}

/** How plain retrieval found its passages. */
export function retrievalWords(retrieval: Retrieval | null): string {
  const by = retrieval?.hybrid ? "nearest by meaning and words" : "nearest by meaning";
  if (!retrieval?.reranker || retrieval.rerank_error !== null) return `${by}, no dates`;
  return `${by}, ordered by ${retrieval.reranker}`;
}

/** An answer that is a sentence is set smaller than one that is a value. */
export const isSentence = (answer: string): boolean => answer.length > 36;

/** A score and its parts by name, as the formula has them: the sum of three, times gate, times freshness. */
export function scoreWords(parts: ScoreParts, score: number): [string, string][] {
  return [
    ["score", score.toFixed(2)],
    ["similarity", parts.similarity.toFixed(2)],
    ["recency", parts.recency.toFixed(2)],
    ["importance", parts.importance.toFixed(2)],
    ["gate", `× ${parts.gate.toFixed(2)}`],
    ["freshness", `× ${parts.freshness.toFixed(2)}`],
  ];
}
