import { describe, expect, it } from "vitest";

import { piecesOf, shortened } from "./pieces";

const bytes = (text: string) => new TextEncoder().encode(text).length;
const span = (text: string, words: string): [number, number] => {
  const from = bytes(text.slice(0, text.indexOf(words)));
  return [from, from + bytes(words)];
};

describe("pieces of a text", () => {
  it("are cut at byte ranges, not at characters", () => {
    const text = "Zürich 🏔 → Genève: Büro";
    const pieces = piecesOf(text, [{ span: span(text, "Genève"), kind: "mark" }]);
    expect(pieces).toEqual([
      { kind: "plain", text: "Zürich 🏔 → " },
      { kind: "mark", text: "Genève" },
      { kind: "plain", text: ": Büro" },
    ]);
  });

  it("never cut a character in two", () => {
    const pieces = piecesOf("🏔x", [{ span: [1, 4], kind: "mark" }]);
    expect(pieces.map((p) => p.text).join("")).toBe("🏔x");
  });

  it("leave out ranges that overlap or lie outside", () => {
    const pieces = piecesOf("abcdef", [
      { span: [1, 3], kind: "mark" },
      { span: [2, 4], kind: "stale" },
      { span: [4, 99], kind: "mark" },
      { span: [3, 3], kind: "mark" },
    ]);
    expect(pieces).toEqual([
      { kind: "plain", text: "a" },
      { kind: "mark", text: "bc" },
      { kind: "plain", text: "def" },
    ]);
  });

  it("lose nothing of the text, whatever the ranges", () => {
    const text = "na\u00efve caf\u00e9 \u{1F600} ok";
    for (let from = 0; from < bytes(text); from++) {
      for (let to = from; to <= bytes(text) + 1; to++) {
        expect(
          piecesOf(text, [{ span: [from, to], kind: "mark" }])
            .map((p) => p.text)
            .join(""),
        ).toBe(text);
      }
    }
  });
});

describe("a shortened text", () => {
  const long = `${"before ".repeat(40)}MARK${" after".repeat(40)}`;
  const at = long.indexOf("MARK");

  it("keeps what is marked and the words around it", () => {
    const pieces = shortened(piecesOf(long, [{ span: [at, at + 4], kind: "mark" }]), 20);
    expect(pieces.map((piece) => piece.text)).toEqual(["… before before ", "MARK", " after after after …"]);
  });

  it("keeps the head of a text without marks, and a short text whole", () => {
    expect(shortened(piecesOf(long, []), 20).map((piece) => piece.text)).toEqual(["before before …"]);
    expect(shortened(piecesOf("short", []), 20)).toEqual([{ kind: "plain", text: "short" }]);
  });
});
