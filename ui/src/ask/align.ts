/** Lays the passages of both columns side by side, by the key that each carries. */
import type { AskAnswer, Column, Passage } from "../backend/types";

export interface AlignedKey {
  /** Null: passages that carry no fact. */
  key: { subject: string; relation: string; scope: string | null } | null;
  id: string;
  plain: Passage[];
  temporal: Passage[];
  leftOut: Passage[];
}

interface Named {
  subject: string;
  relation: string;
  scope: string | null;
}

const idOf = (key: Named | null): string =>
  key === null ? "" : JSON.stringify([key.subject, key.relation, key.scope]);

/**
 * Keys in the order in which they first appear: the answers' own first, then by rank. A passage
 * that carries several facts stands with the first key that either answer names, else its own
 * first. Passages without a fact come last.
 */
export function alignByKey(answer: AskAnswer): AlignedKey[] {
  const answered = [answer.temporal, answer.plain].flatMap((column) => answerKeys(column)).map(idOf);
  const rows = new Map<string, AlignedKey>();
  const rowFor = (passage: Passage): AlignedKey => {
    const carried = passage.facts.find((fact) => answered.includes(idOf(fact))) ?? passage.facts[0] ?? null;
    const id = idOf(carried);
    let row = rows.get(id);
    if (!row) {
      const key = carried && { subject: carried.subject, relation: carried.relation, scope: carried.scope };
      rows.set(id, (row = { key, id, plain: [], temporal: [], leftOut: [] }));
    }
    return row;
  };
  const byRank = (list: Passage[]) => [...list].sort((a, b) => a.rank - b.rank);
  const temporal = answer.temporal;
  const plain = answer.plain;
  const all: [Passage, "plain" | "temporal" | "leftOut"][] = [
    ...byRank(temporal?.passages ?? []).map((p): [Passage, "temporal"] => [p, "temporal"]),
    ...byRank(plain?.passages ?? []).map((p): [Passage, "plain"] => [p, "plain"]),
    ...byRank(temporal?.left_out ?? []).map((p): [Passage, "leftOut"] => [p, "leftOut"]),
  ];
  for (const [passage, side] of all) rowFor(passage)[side].push(passage);
  const best = (row: AlignedKey): number =>
    Math.min(...[...row.plain, ...row.temporal, ...row.leftOut].map((passage) => passage.rank));
  const place = (row: AlignedKey): number => {
    if (row.key === null) return 2;
    return answered.includes(row.id) ? 0 : 1;
  };
  return [...rows.values()].sort((a, b) => place(a) - place(b) || best(a) - best(b));
}

function answerKeys(column: Column | null): Named[] {
  const fact = column?.facts.find((f) => f.object === column.answer) ?? null;
  return fact ? [fact] : [];
}

/** The key that "Open lane" leads to: the temporal answer's, else the plain one's, else the first. */
export function laneOf(answer: AskAnswer): { key: Named; fact: string | null } | null {
  for (const column of [answer.temporal, answer.plain]) {
    const fact = column?.facts.find((f) => f.object === column.answer) ?? column?.facts[0];
    if (fact)
      return { key: { subject: fact.subject, relation: fact.relation, scope: fact.scope }, fact: fact.id };
  }
  const row = alignByKey(answer).find((r) => r.key !== null);
  return row?.key ? { key: row.key, fact: null } : null;
}
