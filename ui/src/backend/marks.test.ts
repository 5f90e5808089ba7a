import { describe, expect, it } from "vitest";

import { decodeMarks, encodeMarks, marksByLane, MarksError, MarkState, NO_MARKS } from "./marks";

/** Two marks written by hand after the table at `LaneMarks` in model/src/view.rs. */
function handWritten(): ArrayBuffer {
  const labels = new TextEncoder().encode('["8000","Zürich"]');
  const bytes = new ArrayBuffer(8 + 2 * 50 + labels.length);
  const view = new DataView(bytes);
  view.setUint32(0, 2, true);
  view.setUint32(4, 2, true);
  const f64 = [
    [-Infinity, 1000.5],
    [1000.5, Infinity],
    [-Infinity, 2000],
    [7, 8],
  ];
  f64.forEach((pair, c) => pair.forEach((value, i) => view.setFloat64(8 + c * 16 + i * 8, value, true)));
  const u32 = [
    [4, 5],
    [1, 0],
    [12, 0],
    [1, 14],
  ];
  u32.forEach((pair, c) => pair.forEach((value, i) => view.setUint32(72 + c * 8 + i * 4, value, true)));
  [3, 1, 2, 0].forEach((value, i) => view.setUint8(104 + i, value));
  new Uint8Array(bytes, 108).set(labels);
  return bytes;
}

describe("lane marks", () => {
  it("are read by the documented layout", () => {
    const marks = decodeMarks(handWritten());
    expect(marks.n).toBe(2);
    expect([...marks.from]).toEqual([-Infinity, 1000.5]);
    expect([...marks.to]).toEqual([1000.5, Infinity]);
    expect([...marks.coarseTo]).toEqual([-Infinity, 2000]);
    expect([...marks.sysFrom]).toEqual([7, 8]);
    expect([...marks.lane]).toEqual([4, 5]);
    expect(marks.labels[marks.label[0]]).toBe("Zürich");
    expect([...marks.fact]).toEqual([12, 0]);
    expect([...marks.count]).toEqual([1, 14]);
    expect([...marks.state]).toEqual([MarkState.disputed, MarkState.past]);
    expect([...marks.flags]).toEqual([2, 0]);
  });

  it("survive writing and reading", () => {
    const plain = [
      {
        from: 1,
        to: 2,
        coarseTo: 1.5,
        sysFrom: 3,
        lane: 0,
        label: "a",
        fact: 1,
        count: 1,
        state: 0,
        flags: 1,
      },
      {
        from: 2,
        to: Infinity,
        coarseTo: 2,
        sysFrom: 4,
        lane: 0,
        label: "a",
        fact: 2,
        count: 1,
        state: 2,
        flags: 0,
      },
    ];
    const marks = decodeMarks(encodeMarks(plain));
    expect(marks.labels).toEqual(["a"]);
    expect([...marks.to]).toEqual([2, Infinity]);
    expect([...marks.flags]).toEqual([1, 0]);
    expect(NO_MARKS.n).toBe(0);
  });

  it("refuse bytes that are too short, and labels that are missing", () => {
    expect(() => decodeMarks(new ArrayBuffer(3))).toThrow(MarksError);
    expect(() => decodeMarks(handWritten().slice(0, 60))).toThrow(/2 announced/);
    const wrong = handWritten();
    new DataView(wrong).setUint32(4, 3, true);
    expect(() => decodeMarks(wrong)).toThrow(/3 labels announced, 2 found/);
  });

  it("are sorted by lane and start", () => {
    const marks = decodeMarks(
      encodeMarks([
        { from: 9, to: 10, lane: 2, label: "c", fact: 3, state: 0 },
        { from: 5, to: 9, lane: 1, label: "b", fact: 2, state: 1 },
        { from: -Infinity, to: 5, lane: 2, label: "a", fact: 1, state: 1 },
      ]),
    );
    const lanes = marksByLane(marks);
    expect(lanes.get(2)).toEqual([2, 0]);
    expect(lanes.get(1)).toEqual([1]);
  });
});
