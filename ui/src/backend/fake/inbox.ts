/** An inbox for tests and for looking at the window: some of every kind, decided as the shell decides. */
import type { InboxAnswer, InboxEffect, InboxItem, InboxSide, Inbox, PassMoved, PassReport } from "../types";
import { BackendError } from "../backend";

type Side = Partial<InboxSide> & Pick<InboxSide, "role" | "object">;

const side = (
  told: Side,
  text: string,
  day: string,
  more: Partial<InboxItem["sides"][0]["source"]> = {},
) => ({
  valid_from: null,
  valid_to: null,
  ...told,
  source: {
    episode: `e-${day}`,
    kind: "note",
    text,
    span: null,
    occurred_at: `${day}T09:00:00Z`,
    recorded_at: `${day}T09:00:01Z`,
    author: "Anna Reis",
    locator: `notes/${day}.md:3`,
    role: "assert",
    ...more,
  },
});

const item = (
  told: Pick<InboxItem, "id" | "kind" | "question" | "reason" | "since" | "sides"> & Partial<InboxItem>,
): InboxItem => ({
  authority: "agent",
  key: null,
  choices: [
    { words: "Yes, let it count", answer: { kind: "accept" } },
    { words: "No, leave it as it is", answer: { kind: "reject" } },
  ],
  editable: false,
  decision: null,
  ...told,
});

const key = (subject: string, relation: string) => ({ space: "default", subject, relation, scope: null });

export function sampleInbox(): InboxItem[] {
  return [
    item({
      id: "held",
      kind: "held",
      question: "Last we heard 8080; now 9443. Did it change?",
      reason: "told by a source that may not change it alone",
      since: "2026-11-16T12:00:00Z",
      key: key("harbor-api", "port"),
      editable: true,
      sides: [
        side(
          { role: "holds", object: "8080", valid_from: "2026-04-01T23:00:00Z" },
          "-port = 8000\n+port = 8080",
          "2026-04-02",
          { kind: "commit", author: "Bruno Costa", locator: "config/server.toml:12", span: [23, 27] },
        ),
        side(
          { role: "waits", object: "9443", valid_from: "2026-11-16T00:00:00Z" },
          "The API answers on 9443 since this morning, says the agent that checked it.",
          "2026-11-16",
          { kind: "agent", author: "release agent", locator: "run 4711", span: [19, 23] },
        ),
      ],
    }),
    item({
      id: "dispute",
      kind: "dispute",
      question: "Acme or Globex?",
      reason: "two sources give different values for the same time",
      since: "2026-07-14T10:00:00Z",
      authority: "user",
      key: key("Anna Reis", "employer"),
      choices: [
        { words: "Acme is right", answer: { kind: "choose", entry: "acme" } },
        { words: "Globex is right", answer: { kind: "choose", entry: "globex" } },
      ],
      sides: [
        side(
          { role: "rival", object: "Acme", valid_from: "2026-06-30T23:00:00Z" },
          "Coffee with Anna. She started at Acme on 1 July, platform team, reports to Priya.",
          "2026-07-14",
          { span: [18, 47] },
        ),
        side(
          { role: "rival", object: "Globex", valid_from: "2026-06-30T23:00:00Z" },
          "Good news, as of 1 July I am with Globex (the Acme group, same building).",
          "2026-07-06",
          { kind: "import", locator: "mail.mbox, message 151", span: [11, 40] },
        ),
      ],
    }),
    item({
      id: "same",
      kind: "same",
      question: "harbor api counts for harbor-api: is it so?",
      reason: "the two names are alike, and the same is told of both",
      since: "2026-11-17T09:00:00Z",
      choices: [
        { words: "Yes, one thing", answer: { kind: "accept" } },
        { words: "No, two things", answer: { kind: "reject" } },
      ],
      sides: [
        {
          role: "waits",
          object: "harbor api counts for harbor-api",
          valid_from: null,
          valid_to: null,
          source: null,
        },
      ],
    }),
    item({
      id: "claim",
      kind: "claim",
      question: "It lost a source. Does it still stand?",
      reason: "what it was derived from is past",
      since: "2026-04-02T09:00:00Z",
      choices: [
        { words: "Yes, it stands", answer: { kind: "accept" } },
        { words: "No, leave it out", answer: { kind: "reject" } },
      ],
      sides: [
        side(
          { role: "waits", object: "New people open port 8000 in their first week." },
          "New people open port 8000 in their first week.",
          "2026-03-20",
          { locator: "AGENTS.md, excerpt" },
        ),
      ],
    }),
  ];
}

const STAGES = ["values past their half-life", "ends in kept texts", "names that are alike"];

export class FakeInbox {
  #waiting: InboxItem[];
  #decided: InboxItem[] = [];
  #cancelled = false;
  #passes = 0;
  #followers = new Set<(moved: PassMoved) => void>();

  constructor(filled: boolean) {
    this.#waiting = filled ? sampleInbox() : [];
  }

  inbox(): Inbox {
    return { waiting: this.#waiting, total: this.#waiting.length, decided: this.#decided };
  }

  effect(id: string, answer: InboxAnswer): InboxEffect {
    const found = this.#find(id);
    if (answer.kind === "edit") {
      if (answer.from.startsWith("x")) {
        throw new BackendError({ code: "bad_date", message: `“${answer.from}” is no date.`, hint: null });
      }
      return { words: `${answer.object} from ${answer.from || "as told"}`, keys: 1 };
    }
    if (answer.kind === "reject") return { words: "no value changes", keys: 0 };
    const values = found.sides.map((s) => s.object);
    return { words: `no longer ${values[0]}; ${values[1] ?? values[0]} from 2026-11-16`, keys: 1 };
  }

  answer(id: string, answer: InboxAnswer, at: string): string {
    const found = this.#find(id);
    this.#waiting = this.#waiting.filter((waiting) => waiting.id !== id);
    const words = { accept: "accepted", reject: "rejected", edit: "another value given", choose: "chosen" };
    const decision = { event: `decision-${id}`, words: words[answer.kind], at };
    this.#decided = [{ ...found, decision }, ...this.#decided];
    return decision.event;
  }

  withdraw(event: string): void {
    const found = this.#decided.find((decided) => decided.decision?.event === event);
    if (!found) return;
    this.#decided = this.#decided.filter((decided) => decided !== found);
    this.#waiting = [...this.#waiting, { ...found, decision: null }];
  }

  async lookOver(): Promise<PassReport> {
    this.#cancelled = false;
    for (const stage of STAGES) {
      for (let done = 0; done < 4; done++) {
        for (const follower of this.#followers) follower({ stage, done, total: 4 });
        await new Promise((resolve) => setTimeout(resolve, 15));
        if (this.#cancelled) return { proposed: 0, left: 0, cancelled: true };
      }
    }
    this.#passes++;
    const still = item({
      id: `still-${this.#passes}`,
      kind: "still",
      question: "Last we heard 02:00–03:00, on 2026-03-01. Is it still so?",
      reason: "nobody has vouched for it in 262 days",
      since: "2026-11-18T09:14:00Z",
      key: key("postgres", "backup window"),
      editable: true,
      sides: [
        side({ role: "holds", object: "02:00–03:00" }, "postgres, backup window: 02:00–03:00.", "2026-03-01"),
      ],
    });
    this.#waiting = [...this.#waiting, still];
    return { proposed: 1, left: 2, cancelled: false };
  }

  cancel(): void {
    this.#cancelled = true;
  }

  follow(moved: (moved: PassMoved) => void): () => void {
    this.#followers.add(moved);
    return () => this.#followers.delete(moved);
  }

  #find(id: string): InboxItem {
    const found = this.#waiting.find((waiting) => waiting.id === id);
    if (found) return found;
    throw new BackendError({ code: "decided", message: `“${id}” was decided on already.`, hint: null });
  }
}
