// Reading each test runner's own closing lines. A runner that closes without such a line has not
// counted anything, which is a failure and never "0 failed".

const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** The sum of counts. */
export function add(...all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const key of Object.keys(total)) total[key] += counts[key];
  return total;
}

/** The plain closing line. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

const RUNNERS = { cargo, vitest, node, check };

/**
 * What a runner counted.
 * @param {'cargo'|'vitest'|'node'|'check'} runner `check` is a tool that only says yes or no
 * @param {string} output what it printed
 * @param {number} code its exit code
 * @returns {Counts}
 */
export function count(runner, output, code) {
  const counts = RUNNERS[runner](output.replaceAll(ANSI, '').replaceAll('\r', ''), code);
  if (!counts || counts.passed + counts.failed + counts.skipped === 0) return { passed: 0, failed: 1, skipped: 0 };
  // It failed beyond what it counted: a crate that does not compile, a runner that died.
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1 };
  return counts;
}

function cargo(output) {
  const lines = [...output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm)];
  return add(...lines.map((m) => ({ passed: Number(m[1]), failed: Number(m[2]), skipped: Number(m[3]) })));
}

function vitest(output) {
  const lines = [...output.matchAll(/^\s*Tests\s+(.*\(\d+\))\s*$/gm)];
  if (lines.length === 0) return null;
  const part = (name) => Number(new RegExp(`(\\d+) ${name}`).exec(lines.at(-1)[1])?.[1] ?? 0);
  return { passed: part('passed'), failed: part('failed'), skipped: part('skipped') + part('todo') };
}

function node(output) {
  const part = (name) => [...output.matchAll(new RegExp(`^(?:#|ℹ) ${name} (\\d+)\\s*$`, 'gm'))].at(-1)?.[1];
  if (part('pass') === undefined) return null;
  const number = (name) => Number(part(name) ?? 0);
  return {
    passed: number('pass'),
    failed: number('fail') + number('cancelled'),
    skipped: number('skipped') + number('todo'),
  };
}

function check(_output, code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}
