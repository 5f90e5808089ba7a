/**
 * Pointer and wheel on the lanes: drag pans, Alt-drag marks a range, a press that moved no more
 * than 5 px is a click, Ctrl+wheel and pinch zoom at the pointer, Shift+wheel pans.
 */

export interface Gestures {
  /** Whether a press at this place begins a gesture. */
  begins: (event: PointerEvent) => boolean;
  click: (event: PointerEvent) => void;
  pan: (dx: number, dy: number) => void;
  range: (from: number, to: number, done: boolean) => void;
  hover: (event: PointerEvent | null) => void;
  zoom: (factor: number, event: WheelEvent) => void;
  panWheel: (pixels: number) => void;
}

export const CLICK_SLOP = 5;

export function gestures(node: HTMLElement, read: () => Gestures) {
  let press: {
    id: number;
    x: number;
    y: number;
    lastX: number;
    lastY: number;
    moved: boolean;
    range: boolean;
  } | null = null;

  const down = (event: PointerEvent) => {
    if (event.button !== 0 || !read().begins(event)) return;
    press = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      lastX: event.clientX,
      lastY: event.clientY,
      moved: false,
      range: event.altKey,
    };
    node.setPointerCapture?.(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (!press || event.pointerId !== press.id) return read().hover(event);
    if (!press.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) <= CLICK_SLOP) return;
    press.moved = true;
    read().hover(null);
    if (press.range) read().range(press.x, event.clientX, false);
    else read().pan(event.clientX - press.lastX, event.clientY - press.lastY);
    press.lastX = event.clientX;
    press.lastY = event.clientY;
  };
  const up = (event: PointerEvent) => {
    if (!press || event.pointerId !== press.id) return;
    const done = press;
    press = null;
    node.releasePointerCapture?.(event.pointerId);
    if (!done.moved) read().click(event);
    else if (done.range) read().range(done.x, event.clientX, true);
  };
  const cancel = () => (press = null);
  const leave = () => read().hover(null);
  const wheel = (event: WheelEvent) => {
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      read().zoom(Math.exp(-event.deltaY * unit * 0.0022), event);
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      read().panWheel((event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX) * unit);
    }
  };

  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", cancel);
  node.addEventListener("pointerleave", leave);
  node.addEventListener("wheel", wheel, { passive: false });
  return {
    destroy() {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", cancel);
      node.removeEventListener("pointerleave", leave);
      node.removeEventListener("wheel", wheel);
    },
  };
}

/** Follows a drag that began on an element until it ends. */
export function drag(
  event: PointerEvent,
  moved: (event: PointerEvent) => void,
  ended?: (event: PointerEvent) => void,
): void {
  if (event.button !== 0) return;
  event.preventDefault();
  const target = event.currentTarget as HTMLElement;
  const id = event.pointerId;
  target.setPointerCapture?.(id);
  const move = (e: PointerEvent) => {
    if (e.pointerId === id) moved(e);
  };
  const up = (e: PointerEvent) => {
    if (e.pointerId !== id) return;
    target.removeEventListener("pointermove", move);
    target.removeEventListener("pointerup", up);
    target.removeEventListener("pointercancel", up);
    ended?.(e);
  };
  target.addEventListener("pointermove", move);
  target.addEventListener("pointerup", up);
  target.addEventListener("pointercancel", up);
}
