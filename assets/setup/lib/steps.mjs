// What set-up says while it works: numbered steps, how far each is, and one clear message with the
// remedy where it stops.

import { SetupError } from './errors.mjs';

/** Bytes for people: `26.5 MB`. */
export function size(bytes) {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
}

/** A span for people: `0.3 s`, `2 min 5 s`. */
export function span(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Writes one line. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs steps in order; each is `[title, work]`, and what `work` returns is said after it.
 * @param {[string, () => Promise<string>][]} steps
 */
export async function runSteps(steps) {
  for (const [index, [title, work]] of steps.entries()) {
    say(`[${index + 1}/${steps.length}] ${title}`);
    const start = performance.now();
    const outcome = await work();
    say(`      ${outcome} (${span(performance.now() - start)})`);
  }
}

/**
 * Says how far a download is: on a terminal in place, elsewhere at every quarter.
 * @param {string} what
 * @param {number} total bytes
 */
export function progress(what, total) {
  const live = process.stdout.isTTY;
  let quarter = 0;
  let shown = false;
  return {
    at(bytes) {
      const share = Math.min(1, bytes / total);
      if (live) {
        shown = true;
        process.stdout.write(
          `\r      ${what}: ${size(Math.min(bytes, total))} of ${size(total)} (${Math.floor(share * 100)} %) `,
        );
      } else if (Math.floor(share * 4) > quarter && share < 1) {
        quarter = Math.floor(share * 4);
        say(`      ${what}: ${quarter * 25} % of ${size(total)}`);
      }
    },
    end() {
      if (live && shown) process.stdout.write(`\r${' '.repeat(78)}\r`);
    },
  };
}

/** Runs a program of this folder; shows an expected failure as one message and exits 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`\nStopped: ${error.message}\n\nRemedy: ${error.remedy}\n`);
    process.exitCode = 1;
  }
}
