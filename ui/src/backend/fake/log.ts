/**
 * A small invented ledger for tests and for looking at the window in a browser: two lives of
 * data, a person's year and a software project. The product's own sample is not this one.
 */

export interface LogEvent {
  kind: "assert" | "end" | "void" | "confirm";
  /** Day or minute (Lisbon) it was recorded. */
  recorded: string;
  /** The value; for an `end`, null ends whatever holds. */
  object: string | null;
  /** Change point, at its precision; null is unknown. */
  at: string | null;
  to: string | null;
  /** Index of the voided event of the same key. */
  target: number | null;
  /** Named sources dispute each other where their change points coincide. */
  source: string | null;
  text: string;
  locator: string;
  author: string;
  episode: "chat" | "note" | "commit" | "file";
}

export interface LogKey {
  subject: string;
  relation: string;
  set: boolean;
  events: LogEvent[];
}

type Extra = Partial<Pick<LogEvent, "text" | "locator" | "author" | "episode" | "source" | "to">>;

export class KeyWriter {
  readonly events: LogEvent[] = [];
  readonly #subject: string;
  readonly #relation: string;

  constructor(subject: string, relation: string) {
    this.#subject = subject;
    this.#relation = relation;
  }

  tell(recorded: string, object: string, at: string | null, extra: Extra = {}): this {
    const text = extra.text ?? `${this.#subject}, ${this.#relation}: ${object}.`;
    return this.#push("assert", recorded, object, at, { ...extra, text });
  }

  end(recorded: string, object: string | null, at: string, extra: Extra = {}): this {
    const text = extra.text ?? `${this.#subject}, ${this.#relation}: no longer${object ? ` ${object}` : ""}.`;
    return this.#push("end", recorded, object, at, { ...extra, text });
  }

  confirm(recorded: string, object: string, extra: Extra = {}): this {
    const text = extra.text ?? `Checked: ${this.#subject}, ${this.#relation} is still ${object}.`;
    return this.#push("confirm", recorded, object, recorded.slice(0, 10), { ...extra, text });
  }

  void(recorded: string, target: number): this {
    this.#push("void", recorded, null, null, { text: "That was never so." });
    this.events[this.events.length - 1].target = target;
    return this;
  }

  #push(
    kind: LogEvent["kind"],
    recorded: string,
    object: string | null,
    at: string | null,
    extra: Extra,
  ): this {
    this.events.push({
      kind,
      recorded,
      object,
      at,
      to: extra.to ?? null,
      target: null,
      source: extra.source ?? null,
      text: extra.text ?? "",
      locator: extra.locator ?? `notes/${recorded.slice(0, 7)}.md:${recorded.slice(8, 10)}`,
      author: extra.author ?? "Anna Reis",
      episode: extra.episode ?? "note",
    });
    return this;
  }
}

function poolSizes(writer: KeyWriter): void {
  for (let n = 0; n < 28; n++) {
    const day = new Date(Date.UTC(2026, 5, 24 + n)).toISOString().slice(0, 10);
    writer.tell(day, String(11 + ((n * 7) % 29)), day, { episode: "commit", author: "Bruno Costa" });
  }
}

export function sampleLog(): LogKey[] {
  const keys: LogKey[] = [];
  const key = (subject: string, relation: string, write: (writer: KeyWriter) => void, set = false) => {
    const writer = new KeyWriter(subject, relation);
    write(writer);
    keys.push({ subject, relation, set, events: writer.events });
  };

  key("Anna Reis", "employer", (k) =>
    k
      .tell("2026-01-08", "Initech", "2024-03", {
        to: "2026-06-01",
        locator: "address-book.csv:12",
        episode: "file",
      })
      .tell("2026-07-06", "Globex", "2026-07-01", {
        source: "mail",
        locator: "mail.mbox, message 151",
        text: "From July Anna works for Globex, says her signature.",
      })
      .tell("2026-07-14", "Acme", "2026-07-01", { source: "note", text: "Anna started at Acme on 1 July." }),
  );
  key("Anna Reis", "lives in", (k) =>
    k
      .tell("2026-01-08", "Paris", null, {
        locator: "address-book.csv:41",
        episode: "file",
        text: "Reis, Anna; Paris",
      })
      .tell("2026-03-02 19:40", "Berlin", "2026-02-14", {
        locator: "mail.mbox, message 118",
        text: "I have moved: since 14 February I live in Berlin.",
      })
      .tell("2026-06-11 21:03", "Lisbon", "2026-06-01", {
        episode: "chat",
        locator: "chat, turn 12",
        text: "Anna lives in Lisbon since June.",
      })
      .void("2026-07-20 10:26", 2)
      .tell("2026-07-20 10:26", "Lisbon", "2026-08", {
        locator: "mail.mbox, message 164",
        text: "Not June: I move to Lisbon in August.",
      })
      .tell("2026-09-15 13:37", "Hamburg", "2026-04-10", {
        to: "2026-05-05",
        locator: "invoice-0415.pdf.txt:3",
        episode: "file",
        text: "sublet, Hamburg, 10 April to 5 May",
      })
      .tell("2026-10-02 18:55", "Berlin", "2026-05-05", {
        episode: "chat",
        locator: "chat, turn 40",
        text: "Back in Berlin from 5 May, until the move south.",
      }),
  );
  key("Anna Reis", "manager", (k) =>
    k
      .tell("2026-01-08", "Tom Weiss", "2025-09", { to: "2026-06-01" })
      .tell("2026-07-14", "Priya Nair", "2026-07", { text: "Her manager since July is Priya Nair." }),
  );
  key("Anna Reis", "phone plan", (k) =>
    k
      .tell("2026-01-08", "Vodafone 10 GB", "2025-11-02")
      .tell("2026-08-02", "NOS unlimited", "2026-08-01")
      .void("2026-08-05", 1)
      .tell("2026-08-05", "NOS 50 GB", "2026-08-04", {
        to: "2027-08-04",
        text: "NOS 50 GB, contract from 4 August for a year.",
      }),
  );
  key(
    "harbor-api",
    "depends on",
    (k) =>
      k
        .tell("2026-01-12", "postgres", "2026-01-12")
        .tell("2026-02-10", "redis", "2026-02-10")
        .tell("2026-03-30", "nats", "2026-03-30")
        .end("2026-09-01", "nats", "2026-09-01", { text: "harbor-api no longer uses nats." }),
    true,
  );
  key("harbor-api", "framework", (k) =>
    k
      .tell("2026-01-12", "express 4.19", "2026-01-12")
      .tell("2026-03-09", "fastify 5.1", "2026-03-09", { text: "harbor-api now runs on fastify 5.1." })
      .tell("2026-09-21", "fastify 5.4", "2026-09-21"),
  );
  key("harbor-api", "login path", (k) =>
    k.tell("2026-01-12", "/v1/login", "2026-01-12").tell("2026-05-18", "/v2/session", "2026-05-18"),
  );
  key("harbor-api", "pool size", (k) => {
    k.tell("2026-01-12", "10", "2026-01-12");
    poolSizes(k);
    k.tell("2026-07-27", "40", "2026-07-27");
  });
  key("harbor-api", "port", (k) =>
    k
      .tell("2026-01-12 11:05", "8000", "2026-01-12", {
        locator: "README.md:18",
        episode: "file",
        text: "The service harbor-api listens on port 8000; put nothing else there.",
      })
      .tell("2026-04-02 09:41", "8080", "2026-04-02", {
        locator: "config/server.toml:12",
        episode: "commit",
        author: "Bruno Costa",
        text: "-port = 8000\n+port = 8080",
      })
      .tell("2026-05-11", "8081", "2026-05-11", {
        episode: "chat",
        locator: "chat, turn 6",
        text: "Heads up, the API moved to 8081 this morning.",
      })
      .void("2026-05-12", 2)
      .tell("2026-04-03 11:20", "8080", "2026-04-02", {
        locator: "runbook.md:31",
        author: "Bruno Costa",
        episode: "file",
        text: "Since the move off the old proxy harbor-api listens on port 8080; 8000 is closed at the firewall.",
      })
      .confirm("2026-11-03 17:02", "8080", {
        locator: "README.md:18",
        text: "Check that it is up: curl localhost:8080/health",
      }),
  );
  key("harbor-api", "rate limit", (k) =>
    k
      .tell("2026-01-20", "100/min", "2026-01-20", {
        to: "2026-07-01",
        locator: "limits.md:7",
        text: "Beta rate limit: 100/min per token, valid until the end of June.",
      })
      .tell("2026-08-10", "250/min", "2026-08-10", {
        locator: "limits.md:7",
        text: "Rate limit: 250/min per token.",
      }),
  );
  key("harbor-api", "region", (k) =>
    k
      .tell("2026-01-12", "eu-west-1", "2026-01-12")
      .tell("2026-06-02", "eu-south-2", "2026-06-01")
      .void("2026-06-30", 1)
      .tell("2026-06-30", "eu-south-2", "2026-05-20", {
        text: "The move to eu-south-2 was on 20 May, not in June.",
      }),
  );
  key("harbor-api", "request timeout", (k) =>
    k
      .tell("2026-02-03", "30 s", "2026-02-03")
      .tell("2026-10-06", "10 s", "2026-10-06", {
        source: "runbook",
        locator: "runbook.md:44",
        text: "Requests time out after 10 s; clients may retry twice.",
      })
      .tell("2026-10-07", "15 s", "2026-10-06", {
        source: "config",
        episode: "commit",
        locator: "config/server.toml:19",
        text: "request_timeout = 15",
      }),
  );
  key("harbor-api", "runtime", (k) =>
    k.tell("2026-01-12", "node 20", "2026-01-12").tell("2026-06-15", "node 22", "2026-06-15"),
  );
  key("harbor-web", "API base URL", (k) =>
    k
      .tell("2026-01-26", "localhost:8000", "2026-01-26", {
        locator: ".env.example:4",
        episode: "file",
        text: "VITE_API=http://localhost:8000",
      })
      .tell("2026-05-06", "localhost:8080", "2026-04-02", {
        locator: ".env.example:4",
        episode: "commit",
        text: "VITE_API=http://localhost:8080",
      }),
  );
  key("harbor-web", "bundler", (k) =>
    k
      .tell("2026-01-26", "webpack 5", "2026-01-26")
      .tell("2026-03-16", "vite 6", "2026-03-16")
      .tell("2026-08-03", "vite 7", "2026-08-03"),
  );
  key("harbor-web", "CDN", (k) =>
    k
      .tell("2026-02-20", "Fastly", "2026-02-20")
      .end("2026-06-12", null, "2026-06-12", { text: "The CDN was switched off." }),
  );
  key("Bruno Costa", "employer", (k) => k.tell("2026-01-08", "Acme", "2023-10"));
  key("Bruno Costa", "lives in", (k) => k.tell("2026-02-19", "Porto", null));
  key("Bruno Costa", "title", (k) =>
    k.tell("2026-01-08", "engineer", null).tell("2026-04-03", "staff engineer", "2026-04-01"),
  );
  key("postgres", "backup window", (k) => k.tell("2026-03-01", "02:00–03:00", "2026-03-01"));
  key("postgres", "version", (k) =>
    k
      .tell("2026-01-12", "15.6", "2026-01-12")
      .tell("2026-02-22", "16.4", "2026-02-22")
      .tell("2026-10-18", "17.2", "2026-10-18")
      .tell("2026-11-10", "18.0", "2026-12-05", { text: "postgres goes to 18.0 on 5 December." }),
  );
  key("ci", "coverage gate", (k) =>
    k.tell("2026-02-02", "70 %", "2026-02-02").tell("2026-09-07", "80 %", "2026-09-07"),
  );
  key("ci", "runner", (k) =>
    k.tell("2026-01-12", "ubuntu 22.04", "2026-01-12").tell("2026-05-04", "ubuntu 24.04", "2026-05-04"),
  );
  key("ci", "test timeout", (k) =>
    k
      .tell("2026-02-02", "20 min", "2026-02-02", { to: "2026-10-01" })
      .tell("2026-10-14", "12 min", "2026-10-14"),
  );
  key("docs-site", "host", (k) =>
    k.tell("2026-02-11", "Netlify", "2026-02-11").tell("2026-08-26", "Pages", "2026-08-26"),
  );
  key("docs-site", "search", (k) => k.tell("2026-04-20", "Pagefind", "2026-04-20"));
  return keys;
}

/** Lanes and changes by the thousand, to look at how the window copes. */
export function crowdedLog(keys: number, changes: number): LogKey[] {
  return Array.from({ length: keys }, (_, k) => {
    const writer = new KeyWriter(`service-${String(Math.floor(k / 8)).padStart(3, "0")}`, `setting ${k % 8}`);
    for (let n = 0; n < changes; n++) {
      const ms = Date.UTC(2025, 11, 1) + ((n * 37 + k * 11) % 330) * 86_400_000 + n * 3_600_000;
      const day = new Date(ms).toISOString().slice(0, 16).replace("T", " ");
      writer.tell(day, `v${n}.${k % 10}`, day);
    }
    return {
      subject: `service-${String(Math.floor(k / 8)).padStart(3, "0")}`,
      relation: `setting ${k % 8}`,
      set: false,
      events: writer.events,
    };
  });
}
