/**
 * Every view is a link: `memstrata://ledger/<subject>/<relation>[/<scope>]?asof=…&known=…&win=…`,
 * and the same behind the `#` of the page. Reading is forgiving: what cannot be read is left out.
 */
import { instantOf, millis } from "../time/instant";
import type { Window } from "../time/scale";

export type Page = "timeline" | "ask" | "review" | "settings";
export type Tab = "fact" | "evidence";

export interface KeyName {
  subject: string;
  relation: string;
  scope: string | null;
}

/** All that a link carries. Null is the default: now, the whole ledger, nothing selected. */
export interface Link {
  page: Page;
  asOf: string | null;
  knownAt: string | null;
  win: Window | null;
  key: KeyName | null;
  /** The selected version, `f` and a number. */
  fact: string | null;
  tab: Tab;
  question: string;
  /** The questions that this one goes on from, first to last. */
  after: string[];
  filter: string;
  /** The item of the inbox that is looked at. */
  item: string | null;
}

export const HOME: Link = {
  page: "timeline",
  asOf: null,
  knownAt: null,
  win: null,
  key: null,
  fact: null,
  tab: "fact",
  question: "",
  after: [],
  filter: "",
  item: null,
};

/** As many questions of a thread are kept, the last ones. */
export const LONGEST_THREAD = 24;

const SCHEME = "memstrata://";

/** The part behind `memstrata://` or `#/`. */
export function writeLink(link: Link): string {
  const path = ["ledger"];
  if (link.key) {
    path.push(link.key.subject, link.key.relation);
    if (link.key.scope !== null) path.push(link.key.scope);
  }
  const query: [string, string][] = [];
  if (link.page !== "timeline") query.push(["view", link.page]);
  if (link.asOf !== null) query.push(["asof", link.asOf]);
  if (link.knownAt !== null) query.push(["known", link.knownAt]);
  if (link.win !== null) query.push(["win", `${instantOf(link.win.from)}..${instantOf(link.win.to)}`]);
  if (link.fact !== null) query.push(["sel", link.fact]);
  if (link.tab !== "fact") query.push(["tab", link.tab]);
  if (link.question !== "") query.push(["q", link.question]);
  if (link.question !== "") for (const before of link.after) query.push(["after", before]);
  if (link.filter !== "") query.push(["filter", link.filter]);
  if (link.item !== null) query.push(["item", link.item]);
  const tail = query.map(([name, value]) => `${name}=${encode(value)}`).join("&");
  return path.map(encodeURIComponent).join("/") + (tail ? `?${tail}` : "");
}

export const hashOf = (link: Link): string => `#/${writeLink(link)}`;
export const urlOf = (link: Link): string => SCHEME + writeLink(link);

/** Reads a hash (`#/ledger/…`) or a whole link (`memstrata://ledger/…`). */
export function readLink(text: string): Link {
  const rest = text.startsWith(SCHEME) ? text.slice(SCHEME.length) : text.replace(/^#?\/?/, "");
  const cut = rest.indexOf("?");
  const path = (cut < 0 ? rest : rest.slice(0, cut)).split("/").filter((part) => part !== "");
  const query = new URLSearchParams(cut < 0 ? "" : rest.slice(cut + 1));
  const names = path.slice(1).map(decode);
  const key = names.length >= 2 ? { subject: names[0], relation: names[1], scope: names[2] ?? null } : null;
  const fact = query.get("sel");
  const view = query.get("view");
  return {
    page: view === "ask" || view === "review" || view === "settings" ? view : "timeline",
    asOf: readInstant(query.get("asof")),
    knownAt: readInstant(query.get("known")),
    win: readWindow(query.get("win")),
    key,
    fact: fact !== null && /^f\d+$/.test(fact) ? fact : null,
    tab: query.get("tab") === "evidence" ? "evidence" : "fact",
    question: query.get("q") ?? "",
    after: query.has("q") ? query.getAll("after").slice(-LONGEST_THREAD) : [],
    filter: query.get("filter") ?? "",
    item: query.get("item"),
  };
}

function readInstant(text: string | null): string | null {
  if (text === null) return null;
  const exact = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
  return Number.isNaN(millis(exact)) ? null : exact;
}

function readWindow(text: string | null): Window | null {
  const [from, to] = (text ?? "").split("..").map(readInstant);
  if (!from || !to) return null;
  const window = { from: millis(from), to: millis(to) };
  return window.from < window.to ? window : null;
}

/** Colons and spaces stay readable; what would cut the query does not. */
function encode(value: string): string {
  return encodeURIComponent(value).replace(/%3A/g, ":").replace(/%20/g, "+");
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function sameKey(a: KeyName | null, b: KeyName | null): boolean {
  if (a === null || b === null) return a === b;
  return a.subject === b.subject && a.relation === b.relation && a.scope === b.scope;
}
