// Running programs: their output and exit code, and that nothing they leave behind holds set-up up.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { run, which } from '../lib/run.mjs';

test('output and exit code are kept', async () => {
  const result = await run(process.execPath, ['-e', 'console.log("out"); console.error("err"); process.exit(3)']);
  assert.equal(result.code, 3);
  assert.equal(result.stdout, 'out\n');
  assert.match(result.output, /err/);
});

test('a program that is not there is 127', async () => {
  assert.equal((await run('memstrata-no-such-program', [])).code, 127);
  assert.equal(which('memstrata-no-such-program'), null);
});

test('what a program leaves running is ended with it', { skip: process.platform === 'win32' }, async () => {
  const start = performance.now();
  const result = await run('sh', ['-c', 'sleep 30 & echo $!; exit 4'], { own: true });
  assert.equal(result.code, 4);
  assert.ok(performance.now() - start < 10_000, 'it waited for what was left');
  const left = Number(result.stdout);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.ok(!isRunning(left));
});

/** Whether a process runs; one that ended and waits to be collected does not. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !(existsSync(stat) && / Z /.test(readFileSync(stat, 'utf8')));
}
