/**
 * The registry of everything a key or the palette can do. Help, palette, tooltips and key presses
 * read the same list; nothing else binds a key.
 */

export interface Command {
  id: string;
  title: string;
  group: "Views" | "Time" | "Lanes" | "Review" | "Window";
  /** Written as in `Ctrl+K`, `Shift+.`, `ArrowUp`. Ctrl also stands for ⌘. */
  keys: string[];
  /** Offered in the palette; the plain movements are not. */
  palette: boolean;
  /** Whether it can be used now. */
  when?: () => boolean;
  /** Not again while the key is held down: what it does should be meant each time. */
  once?: boolean;
  run: () => void;
}

export class Registry {
  readonly commands: readonly Command[];
  readonly #byKey = new Map<string, Command[]>();

  constructor(commands: Command[]) {
    const ids = new Set<string>();
    for (const command of commands) {
      if (ids.has(command.id)) throw new Error(`two commands are called ${command.id}`);
      ids.add(command.id);
      for (const key of command.keys) {
        const bound = this.#byKey.get(normal(key)) ?? [];
        bound.push(command);
        this.#byKey.set(normal(key), bound);
      }
    }
    this.commands = commands;
  }

  get(id: string): Command {
    const command = this.commands.find((c) => c.id === id);
    if (!command) throw new Error(`no command is called ${id}`);
    return command;
  }

  run(id: string): void {
    const command = this.get(id);
    if (command.when?.() ?? true) command.run();
  }

  /** What may be chosen in the palette now. */
  offered(): Command[] {
    return this.commands.filter((c) => c.palette && (c.when?.() ?? true));
  }

  /** Runs what a key press means. Returns whether it meant anything. */
  press(event: KeyboardEvent, singleKeys: boolean): boolean {
    const typing = isTyping(event.target);
    for (const key of keysOf(event)) {
      const modified = key.includes("Ctrl+");
      const free = key === "Escape" || key === "F1";
      if (typing && !modified) continue;
      if (!singleKeys && isSingle(key)) continue;
      if (!free && isOwn(event.target, key)) continue;
      const command = this.#byKey.get(key)?.find((c) => c.when?.() ?? true);
      if (command) {
        if (!(command.once && event.repeat)) command.run();
        return true;
      }
    }
    return false;
  }
}

/** The two names of a key press: by physical key, and by what it writes. */
export function keysOf(event: KeyboardEvent): string[] {
  const prefix = (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + (event.altKey ? "Alt+" : "");
  const physical =
    PHYSICAL[event.code] ?? /^Key([A-Z])$/.exec(event.code)?.[1] ?? /^Digit(\d)$/.exec(event.code)?.[1];
  const names = new Set<string>();
  const shift = event.shiftKey ? "Shift+" : "";
  if (physical !== undefined) names.add(prefix + shift + physical);
  if (event.key.length > 1) names.add(prefix + shift + event.key);
  // "?" and "/" are where the layout puts them; Shift is part of writing them.
  else if (event.key !== " ") names.add(prefix + event.key.toUpperCase());
  return [...names];
}

const PHYSICAL: Record<string, string> = { Period: ".", Comma: ",", BracketLeft: "[", BracketRight: "]" };

/** A key without Ctrl or Alt that writes a character. */
export function isSingle(key: string): boolean {
  return /^(Shift\+)?.$/.test(key);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Keys that the focused control needs for itself. */
function isOwn(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("[role=dialog]")) return !key.includes("Ctrl+");
  if (key === "Enter") return target.closest("button, a, summary, [role=tab], [role=menuitem]") !== null;
  if (/^(Shift\+)?(Arrow|Home|End|Page)/.test(key)) {
    return target.closest("[role=slider], [role=tablist], [role=menu], [role=listbox]") !== null;
  }
  return false;
}

function normal(key: string): string {
  const parts = key.split("+");
  const last = parts.pop() ?? "";
  return [...parts, last.length === 1 ? last.toUpperCase() : last].join("+");
}

const SHOWN: Record<string, string> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  Shift: "⇧",
};

/** A key as it is shown on a cap. */
export function showKey(key: string): string {
  return key
    .split("+")
    .map((part) => SHOWN[part] ?? part)
    .join(" ");
}
