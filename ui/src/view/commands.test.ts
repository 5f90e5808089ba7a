import { describe, expect, it, vi } from "vitest";

import { type Command, keysOf, Registry, showKey } from "./commands";

const command = (id: string, keys: string[], run: () => void, more: Partial<Command> = {}): Command => ({
  id,
  title: id,
  group: "Window",
  keys,
  palette: true,
  run,
  ...more,
});
const press = (init: KeyboardEventInit, target: Element = document.body): KeyboardEvent => {
  const event = new KeyboardEvent("keydown", { ...init, bubbles: true });
  Object.defineProperty(event, "target", { value: target });
  return event;
};

describe("the registry", () => {
  it("refuses two commands of one name", () => {
    expect(() => new Registry([command("a", [], () => {}), command("a", [], () => {})])).toThrow(/called a/);
  });

  it("runs what a key means, by the physical key", () => {
    const run = vi.fn();
    const registry = new Registry([command("later", ["Shift+."], run)]);
    expect(registry.press(press({ code: "Period", key: ">", shiftKey: true }), true)).toBe(true);
    expect(registry.press(press({ code: "Period", key: "." }), true)).toBe(false);
    expect(run).toHaveBeenCalledOnce();
  });

  it("takes Ctrl and ⌘ alike", () => {
    const run = vi.fn();
    const registry = new Registry([command("palette", ["Ctrl+K"], run)]);
    registry.press(press({ code: "KeyK", key: "k", ctrlKey: true }), true);
    registry.press(press({ code: "KeyK", key: "k", metaKey: true }), true);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("leaves single keys to whoever types, and to those who switched them off", () => {
    const run = vi.fn();
    const registry = new Registry([command("fit", ["F"], run), command("ask", ["Ctrl+J"], run)]);
    const input = document.createElement("input");
    expect(registry.press(press({ code: "KeyF", key: "f" }, input), true)).toBe(false);
    expect(registry.press(press({ code: "KeyF", key: "f" }), false)).toBe(false);
    expect(registry.press(press({ code: "KeyJ", key: "j", ctrlKey: true }, input), false)).toBe(true);
    expect(run).toHaveBeenCalledOnce();
  });

  it("leaves arrows to a slider and Enter to a button", () => {
    const run = vi.fn();
    const registry = new Registry([command("down", ["ArrowDown"], run), command("open", ["Enter"], run)]);
    const slider = document.createElement("div");
    slider.setAttribute("role", "slider");
    registry.press(press({ code: "ArrowDown", key: "ArrowDown" }, slider), true);
    registry.press(press({ code: "Enter", key: "Enter" }, document.createElement("button")), true);
    expect(run).not.toHaveBeenCalled();
  });

  it("offers and runs only what can be used now", () => {
    let usable = false;
    const run = vi.fn();
    const registry = new Registry([command("now", ["0"], run, { when: () => usable })]);
    registry.run("now");
    expect(registry.offered()).toEqual([]);
    usable = true;
    registry.run("now");
    expect(registry.offered().map((c) => c.id)).toEqual(["now"]);
    expect(run).toHaveBeenCalledOnce();
  });

  it("names keys by place and by sign", () => {
    expect(keysOf(press({ code: "Slash", key: "?", shiftKey: true }))).toEqual(["?"]);
    expect(keysOf(press({ code: "KeyQ", key: "a" }))).toEqual(["Q", "A"]);
    expect(showKey("Shift+.")).toBe("⇧ .");
    expect(showKey("Ctrl+K")).toBe("Ctrl K");
  });
});
