/** The backend of the real window: commands and events of the shell. */
import { invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";

import { type Backend, BackendError, failureOf } from "./backend";
import type { LedgerInfo } from "./types";

async function call<T>(command: string, args: Record<string, unknown> = {}): Promise<T> {
  try {
    return await invoke<T>(command, args);
  } catch (thrown) {
    throw new BackendError(failureOf(thrown));
  }
}

export const tauriBackend: Backend = {
  ledgerInfo: () => call("ledger_info"),
  openLedger: (path) => call("open_ledger", { path }),
  laneIndex: (query) => call("lane_index", { query }),
  laneMarks: (query) => call("lane_marks", { query }),
  strip: (view) => call("strip", { view }),
  density: (query, buckets) => call("density", { query, buckets }),
  factDetails: (fact, view) => call("fact_details", { fact, view }),
  ask: (request) => call("ask", { request }),
  onLedgerChanged(changed) {
    const stop = listen<LedgerInfo>("ledger-changed", (event) => changed(event.payload));
    return () => void stop.then((unlisten) => unlisten());
  },
};
