/**
 * Lane marks as columns. `decodeMarks` reads the byte layout documented at `LaneMarks` in
 * `model/src/view.rs`; `encodeMarks` writes it, for the fake backend and the tests.
 */

export const MarkState = {
  current: 0,
  past: 1,
  future: 2,
  disputed: 3,
  rival: 4,
  withdrawn: 5,
} as const;

export const MarkFlag = { late: 1, corrected: 2, uncertain: 4 } as const;

export interface Marks {
  readonly n: number;
  /** Milliseconds; −∞ is an unknown start. */
  readonly from: Float64Array;
  /** Milliseconds; +∞ is an open end. */
  readonly to: Float64Array;
  /** End of the uncertain span of a coarse start; equals `from` where exact. */
  readonly coarseTo: Float64Array;
  readonly sysFrom: Float64Array;
  readonly lane: Uint32Array;
  readonly label: Uint32Array;
  /** Number of the version, 0 for a merged mark. */
  readonly fact: Uint32Array;
  readonly count: Uint32Array;
  readonly state: Uint8Array;
  readonly flags: Uint8Array;
  readonly labels: readonly string[];
}

export interface PlainMark {
  from: number;
  to: number;
  coarseTo?: number;
  sysFrom?: number;
  lane: number;
  label: string;
  fact: number;
  count?: number;
  state: number;
  flags?: number;
}

const HEADER = 8;
const BYTES_PER_MARK = 4 * 8 + 4 * 4 + 2;

/** Bytes that do not follow the layout. */
export class MarksError extends Error {}

export function decodeMarks(bytes: ArrayBuffer): Marks {
  if (bytes.byteLength < HEADER) throw new MarksError(`lane marks: ${bytes.byteLength} bytes, no header`);
  const view = new DataView(bytes);
  const n = view.getUint32(0, true);
  const labelCount = view.getUint32(4, true);
  const labelsAt = HEADER + n * BYTES_PER_MARK;
  if (bytes.byteLength < labelsAt) {
    throw new MarksError(`lane marks: ${n} announced, but only ${bytes.byteLength} bytes`);
  }
  let at = HEADER;
  const column = <T>(
    make: new (buffer: ArrayBuffer, offset: number, length: number) => T,
    size: number,
  ): T => {
    const array = new make(bytes, at, n);
    at += n * size;
    return array;
  };
  const from = column(Float64Array, 8);
  const to = column(Float64Array, 8);
  const coarseTo = column(Float64Array, 8);
  const sysFrom = column(Float64Array, 8);
  const lane = column(Uint32Array, 4);
  const label = column(Uint32Array, 4);
  const fact = column(Uint32Array, 4);
  const count = column(Uint32Array, 4);
  const state = column(Uint8Array, 1);
  const flags = column(Uint8Array, 1);
  const labels = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, labelsAt))) as string[];
  if (labels.length !== labelCount) {
    throw new MarksError(`lane marks: ${labelCount} labels announced, ${labels.length} found`);
  }
  return { n, from, to, coarseTo, sysFrom, lane, label, fact, count, state, flags, labels };
}

export function encodeMarks(marks: readonly PlainMark[]): ArrayBuffer {
  const labels: string[] = [];
  const numbers = new Map<string, number>();
  for (const mark of marks) {
    if (!numbers.has(mark.label)) {
      numbers.set(mark.label, labels.length);
      labels.push(mark.label);
    }
  }
  const text = new TextEncoder().encode(JSON.stringify(labels));
  const bytes = new ArrayBuffer(HEADER + marks.length * BYTES_PER_MARK + text.length);
  const view = new DataView(bytes);
  view.setUint32(0, marks.length, true);
  view.setUint32(4, labels.length, true);
  let at = HEADER;
  const column = (size: 8 | 4 | 1, value: (mark: PlainMark) => number) => {
    for (const mark of marks) {
      if (size === 8) view.setFloat64(at, value(mark), true);
      else if (size === 4) view.setUint32(at, value(mark), true);
      else view.setUint8(at, value(mark));
      at += size;
    }
  };
  column(8, (m) => m.from);
  column(8, (m) => m.to);
  column(8, (m) => m.coarseTo ?? m.from);
  column(8, (m) => m.sysFrom ?? m.from);
  column(4, (m) => m.lane);
  column(4, (m) => numbers.get(m.label) ?? 0);
  column(4, (m) => m.fact);
  column(4, (m) => m.count ?? 1);
  column(1, (m) => m.state);
  column(1, (m) => m.flags ?? 0);
  new Uint8Array(bytes, at).set(text);
  return bytes;
}

export const NO_MARKS: Marks = decodeMarks(encodeMarks([]));

/** The marks of each lane, in the order of their starts. */
export function marksByLane(marks: Marks): ReadonlyMap<number, readonly number[]> {
  const lanes = new Map<number, number[]>();
  for (let i = 0; i < marks.n; i++) {
    const lane = lanes.get(marks.lane[i]);
    if (lane) lane.push(i);
    else lanes.set(marks.lane[i], [i]);
  }
  for (const lane of lanes.values()) lane.sort((a, b) => marks.from[a] - marks.from[b] || a - b);
  return lanes;
}
