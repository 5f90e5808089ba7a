/**
 * Which canvas draws faster here? Without a GPU the one kept in memory does, with one it may be
 * the other. Both are tried on the real picture, off screen.
 */

const ROUNDS = 3;
/** The other must be clearly faster, or the page would flicker for nothing. */
const CLEARLY = 0.7;

/** Whether the canvas in memory (`willReadFrequently`) is to be used. */
export function fasterContext(
  like: HTMLCanvasElement,
  draw: (ctx: CanvasRenderingContext2D, ratio: number) => void,
): boolean {
  const ratio = window.devicePixelRatio || 1;
  const time = (inMemory: boolean): number => {
    const canvas = document.createElement("canvas");
    canvas.width = like.width;
    canvas.height = like.height;
    const ctx = canvas.getContext("2d", { willReadFrequently: inMemory });
    if (!ctx) return Infinity;
    draw(ctx, ratio);
    const started = performance.now();
    for (let i = 0; i < ROUNDS; i++) draw(ctx, ratio);
    // Reading a pixel waits until the drawing is done.
    ctx.getImageData(0, 0, 1, 1);
    return performance.now() - started;
  };
  return time(false) > time(true) * CLEARLY;
}
