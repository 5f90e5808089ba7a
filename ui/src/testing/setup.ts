/** What jsdom lacks and the window needs: sizes, observers, a canvas that only listens. */
import { cleanup } from "@testing-library/svelte";
import { afterEach } from "vitest";

const WIDTH = 1100;
const HEIGHT = 700;
const GUTTER = 256;

const WIDTHS: Record<string, number> = { "tl-gutter-edge": GUTTER, "tl-ruler": WIDTH - GUTTER };
const widthOf = (element: Element): number => WIDTHS[element.classList[0] ?? ""] ?? WIDTH;

Object.defineProperties(HTMLElement.prototype, {
  clientWidth: {
    configurable: true,
    get(this: HTMLElement) {
      return widthOf(this);
    },
  },
  clientHeight: { configurable: true, get: () => HEIGHT },
});

class SizeObserver implements ResizeObserver {
  readonly #callback: ResizeObserverCallback;

  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback;
  }

  observe(target: Element): void {
    const size = { inlineSize: widthOf(target), blockSize: HEIGHT };
    const contentRect = { width: size.inlineSize, height: HEIGHT } as DOMRectReadOnly;
    const entry = {
      target,
      contentRect,
      borderBoxSize: [size],
      contentBoxSize: [size],
      devicePixelContentBoxSize: [],
    };
    queueMicrotask(() => this.#callback([entry], this));
  }

  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver = SizeObserver;

/** jsdom 26 has none: a mouse event that knows its pointer. */
class PointingEvent extends MouseEvent {
  readonly pointerId: number;

  constructor(type: string, init: PointerEventInit = {}) {
    super(type, init);
    this.pointerId = init.pointerId ?? 0;
  }
}
globalThis.PointerEvent ??= PointingEvent as unknown as typeof PointerEvent;
Element.prototype.scrollIntoView = () => {};
Element.prototype.hasPointerCapture ??= () => false;
window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;

/** A context that takes every call and measures text at 7 px a character. */
function listeningContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const own: Record<PropertyKey, unknown> = {
    canvas,
    measureText: (text: string) => ({ width: [...text].length * 7 }),
    createLinearGradient: () => ({ addColorStop: () => {} }),
    getImageData: () => ({ data: new Uint8ClampedArray(4) }),
  };
  return new Proxy(own, {
    get: (target, name) => (name in target ? target[name] : () => {}),
    set: (target, name, value) => {
      target[name] = value;
      return true;
    },
  }) as unknown as CanvasRenderingContext2D;
}

HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement) {
  return listeningContext(this);
} as unknown as typeof HTMLCanvasElement.prototype.getContext;

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  delete document.documentElement.dataset.firstLanesMs;
  history.replaceState(null, "", "/");
  localStorage.clear();
});
