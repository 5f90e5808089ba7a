// Closing lines as the runners print them, and that a runner without one has failed.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { add, closingLine, count } from '../lib/counts.mjs';

const counts = (passed, failed, skipped) => ({ passed, failed, skipped });

test('cargo’s lines are summed', () => {
  const output = `
test result: ok. 16 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.03s
test says test result: ok. 99 passed; ... ok
test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.30s
`;
  assert.deepEqual(count('cargo', output, 101), counts(20, 2, 1));
});

test('a crate that does not compile is a failure beside what was counted', () => {
  const output = 'test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\nerror: could not compile';
  assert.deepEqual(count('cargo', output, 101), counts(3, 1, 0));
});

test('vitest’s closing line', () => {
  const output =
    '\u001b[2m Test Files \u001b[22m \u001b[1m\u001b[32m3 passed\u001b[39m\u001b[22m (3)\n\u001b[2m      Tests \u001b[22m \u001b[31m1 failed\u001b[39m | 11 passed | 2 skipped | 1 todo (15)\n   Start at  10:00:00\n';
  assert.deepEqual(count('vitest', output, 1), counts(11, 1, 3));
  assert.deepEqual(count('vitest', '      Tests  12 passed (12)\n', 0), counts(12, 0, 0));
});

test('node’s closing lines, in either of its forms', () => {
  const tap = '# tests 5\n# suites 0\n# pass 3\n# fail 1\n# cancelled 0\n# skipped 1\n# todo 0\n';
  assert.deepEqual(count('node', tap, 1), counts(3, 1, 1));
  assert.deepEqual(count('node', tap.replaceAll('#', 'ℹ'), 1), counts(3, 1, 1));
});

test('a tool that only says yes or no is one check', () => {
  assert.deepEqual(count('check', 'svelte-check found 0 errors', 0), counts(1, 0, 0));
  assert.deepEqual(count('check', '', 2), counts(0, 1, 0));
});

test('a runner that ran nothing, or died, has failed', () => {
  for (const runner of ['cargo', 'vitest', 'node']) {
    assert.deepEqual(count(runner, '', 0), counts(0, 1, 0), runner);
    assert.deepEqual(count(runner, 'killed', 137), counts(0, 1, 0), runner);
  }
  const nothing = 'test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out';
  assert.deepEqual(count('cargo', nothing, 0), counts(0, 1, 0));
  assert.deepEqual(count('node', '# pass 3\n# fail 0\n', 1), counts(3, 1, 0));
});

test('the last line is plain', () => {
  assert.equal(closingLine(add(counts(1, 0, 2), counts(4, 1, 0))), '5 passed, 1 failed, 2 skipped');
});
