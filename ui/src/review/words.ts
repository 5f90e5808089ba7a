/** Groups and headings of the inbox. */
import type { InboxItem, InboxKind, InboxRole } from "../backend/types";
import type { IconName } from "../kit/icons";
import { showName } from "../time/words";

interface GroupName {
  title: string;
  kinds: InboxKind[];
  icon: IconName | "disputed";
}

/** In the order of the list: what contradicts itself first. */
const GROUPS: GroupName[] = [
  { title: "Conflicts", kinds: ["dispute"], icon: "disputed" },
  { title: "Did it change?", kinds: ["held"], icon: "circle-dashed" },
  { title: "Did it end?", kinds: ["ended"], icon: "circle-dashed" },
  { title: "Holds again?", kinds: ["unsettled"], icon: "circle-dashed" },
  { title: "Perhaps the same", kinds: ["same"], icon: "merge" },
  { title: "Lost their source", kinds: ["claim", "unsupported"], icon: "unlink" },
  { title: "Still so?", kinds: ["still"], icon: "clock" },
  { title: "Relations", kinds: ["relation"], icon: "settings" },
];

export interface Group extends GroupName {
  items: InboxItem[];
}

/** The items by what they ask; groups without any are left out. */
export function groupsOf(items: InboxItem[]): Group[] {
  return GROUPS.map((group) => ({
    ...group,
    items: items.filter((item) => group.kinds.includes(item.kind)),
  })).filter((group) => group.items.length > 0);
}

/** What an item is about, in a few words. */
export function headOf(item: InboxItem): string {
  if (item.key !== null && item.kind !== "claim") {
    const scope = item.key.scope === null ? "" : `, ${item.key.scope}`;
    return `${showName(item.key.relation)}, ${item.key.subject}${scope}`;
  }
  return item.sides[0]?.object ?? item.reason;
}

export const ROLE_WORDS: Record<InboxRole, string> = {
  holds: "holds now",
  waits: "waits",
  rival: "told for the same time",
};

/** How long it has waited: "3 d", "5 h". */
export function ageWords(sinceMs: number, nowMs: number): string {
  const hours = Math.max(0, Math.floor((nowMs - sinceMs) / 3_600_000));
  if (hours < 1) return "now";
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** Which way an arrow key goes along a list; 0 is another key. */
export function arrowOf(event: KeyboardEvent): -1 | 0 | 1 {
  if (event.key === "ArrowDown") return 1;
  return event.key === "ArrowUp" ? -1 : 0;
}
