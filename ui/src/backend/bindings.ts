// Written by hand after src-tauri/src/bindings.rs; the shell's test replaces it by the generated one.
import { invoke } from "@tauri-apps/api/core";
import { type Event, listen, type UnlistenFn } from "@tauri-apps/api/event";

import type {
  AskAnswer,
  AskRequest,
  Density,
  FactDetails,
  Failure,
  LaneIndex,
  LaneQuery,
  LedgerInfo,
  MarkQuery,
  Strip,
  Viewpoint,
} from "./types";

type Outcome<T> = { status: "ok"; data: T } | { status: "error"; error: Failure };

async function call<T>(command: string, args: Record<string, unknown> = {}): Promise<Outcome<T>> {
  try {
    return { status: "ok", data: await invoke<T>(command, args) };
  } catch (error) {
    if (error instanceof Error) throw error;
    return { status: "error", error: error as Failure };
  }
}

export const commands = {
  ledgerInfo: () => call<LedgerInfo>("ledger_info"),
  openLedger: (path: string | null) => call<LedgerInfo>("open_ledger", { path }),
  laneIndex: (query: LaneQuery) => call<LaneIndex>("lane_index", { query }),
  laneMarks: (query: MarkQuery) => call<ArrayBuffer>("lane_marks", { query }),
  strip: (view: Viewpoint) => call<Strip>("strip", { view }),
  density: (query: LaneQuery, buckets: number) => call<Density>("density", { query, buckets }),
  factDetails: (fact: string, view: Viewpoint) => call<FactDetails>("fact_details", { fact, view }),
  ask: (request: AskRequest) => call<AskAnswer>("ask", { request }),
};

export const events = {
  ledgerChanged: {
    listen: (changed: (event: Event<LedgerInfo>) => void): Promise<UnlistenFn> => listen("ledger-changed", changed),
  },
};
