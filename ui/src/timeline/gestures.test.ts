import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { type Gestures, gestures } from "./gestures";

describe("gestures on the lanes", () => {
  let node: HTMLDivElement;
  let seen: { [K in keyof Gestures]: ReturnType<typeof vi.fn> };
  let destroy: () => void;

  const pointer = (type: string, x: number, y: number, more: PointerEventInit = {}) =>
    node.dispatchEvent(
      new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, button: 0, bubbles: true, ...more }),
    );
  const wheel = (init: WheelEventInit) => {
    const event = new WheelEvent("wheel", { cancelable: true, ...init });
    node.dispatchEvent(event);
    return event.defaultPrevented;
  };

  beforeEach(() => {
    node = document.createElement("div");
    seen = {
      begins: vi.fn(() => true),
      click: vi.fn(),
      pan: vi.fn(),
      range: vi.fn(),
      hover: vi.fn(),
      zoom: vi.fn(),
      panWheel: vi.fn(),
    };
    ({ destroy } = gestures(node, () => seen as unknown as Gestures));
  });
  afterEach(() => destroy());

  it("a press that moves five pixels or less is a click", () => {
    pointer("pointerdown", 100, 50);
    pointer("pointermove", 104, 53);
    pointer("pointerup", 104, 53);
    expect(seen.click).toHaveBeenCalledOnce();
    expect(seen.pan).not.toHaveBeenCalled();
  });

  it("a drag pans by what the pointer moved, and is no click", () => {
    pointer("pointerdown", 100, 50);
    pointer("pointermove", 110, 50);
    pointer("pointermove", 120, 45);
    pointer("pointerup", 120, 45);
    expect(seen.pan.mock.calls).toEqual([
      [10, 0],
      [10, -5],
    ]);
    expect(seen.click).not.toHaveBeenCalled();
  });

  it("a drag with Alt marks a range", () => {
    pointer("pointerdown", 100, 50, { altKey: true });
    pointer("pointermove", 160, 50, { altKey: true });
    pointer("pointerup", 180, 50);
    expect(seen.range.mock.calls).toEqual([
      [100, 160, false],
      [100, 180, true],
    ]);
  });

  it("the wheel scrolls; with Ctrl it zooms, with Shift it pans", () => {
    expect(wheel({ deltaY: 100 })).toBe(false);
    expect(seen.zoom).not.toHaveBeenCalled();
    expect(wheel({ deltaY: -100, ctrlKey: true })).toBe(true);
    expect(seen.zoom.mock.calls[0][0]).toBeGreaterThan(1);
    expect(wheel({ deltaY: 40, shiftKey: true })).toBe(true);
    expect(seen.panWheel).toHaveBeenLastCalledWith(40);
    expect(wheel({ deltaX: 30, deltaY: 2 })).toBe(true);
    expect(seen.panWheel).toHaveBeenLastCalledWith(30);
  });

  it("begins only where it may", () => {
    seen.begins.mockReturnValue(false);
    pointer("pointerdown", 10, 10);
    pointer("pointerup", 10, 10);
    expect(seen.click).not.toHaveBeenCalled();
  });

  it("hovers where nothing is pressed", () => {
    pointer("pointermove", 10, 10);
    pointer("pointerleave", 10, 10);
    expect(seen.hover.mock.calls[0][0]).toBeInstanceOf(PointerEvent);
    expect(seen.hover.mock.calls[1][0]).toBeNull();
  });
});
