/** The backend of the real window: commands and events of the shell, as `bindings.ts` types them. */
import { type Backend, BackendError, failureOf } from "./backend";
import { commands, events } from "./bindings";
import type { Failure } from "./types";

type Outcome<T> = { status: "ok"; data: T } | { status: "error"; error: Failure };

/** What a command answered; its failure is thrown, whether it came from the engine or the bridge. */
async function answerOf<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const settled = await outcome.catch((thrown: unknown) => {
    throw new BackendError(failureOf(thrown));
  });
  if (settled.status === "ok") return settled.data;
  throw new BackendError(failureOf(settled.error));
}

export const tauriBackend: Backend = {
  ledgerInfo: () => answerOf(commands.ledgerInfo()),
  openLedger: (path) => answerOf(commands.openLedger(path)),
  openSpace: (space) => answerOf(commands.openSpace(space)),
  laneIndex: (query) => answerOf(commands.laneIndex(query)),
  laneMarks: (query) => answerOf(commands.laneMarks(query)),
  strip: (view) => answerOf(commands.strip(view)),
  density: (query, buckets) => answerOf(commands.density(query, buckets)),
  factDetails: (fact, view) => answerOf(commands.factDetails(fact, view)),
  ask: (request) => answerOf(commands.ask(request)),
  inbox: () => answerOf(commands.inbox()),
  inboxEffect: (item, answer) => answerOf(commands.inboxEffect(item, answer)),
  answerInbox: (item, answer) => answerOf(commands.answerInbox(item, answer)),
  withdraw: (event) => answerOf(commands.withdraw(event)).then(() => {}),
  consolidate: () => answerOf(commands.consolidate()),
  cancelConsolidate: () => commands.cancelConsolidate(),
  settings: () => answerOf(commands.settings()),
  settingsEffect: (settings) => answerOf(commands.settingsEffect(settings)),
  keepSettings: (settings) => answerOf(commands.keepSettings(settings)).then(() => {}),
  historyClaim: (subject, relation, scope) => answerOf(commands.historyClaim(subject, relation, scope)),
  keepHistory: (subject, relation, scope) => answerOf(commands.keepHistory(subject, relation, scope)),
  onPassMoved(moved) {
    const stop = events.passMoved.listen((event) => moved(event.payload));
    return () => void stop.then((unlisten) => unlisten());
  },
  onLedgerChanged(changed) {
    const stop = events.ledgerChanged.listen((event) => changed(event.payload));
    return () => void stop.then((unlisten) => unlisten());
  },
};
