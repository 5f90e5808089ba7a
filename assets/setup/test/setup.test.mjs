// The command itself, as a person sees it: exit code, one message, and an untouched cache.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { checkChosenRuntime } from '../lib/model.mjs';
import { bench } from '../testing/bench.mjs';

const SETUP = fileURLToPath(new URL('../setup.mjs', import.meta.url));

function setUp(b, env = {}) {
  const child = spawn(process.execPath, [SETUP, 'model'], {
    env: {
      ...process.env,
      ...b.env,
      MEMSTRATA_CACHE: b.cache,
      MEMSTRATA_ONNXRUNTIME: '',
      PATH: `${b.bin}${delimiter}${process.env.PATH}`,
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const done = new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
  return { child, done, output: () => output };
}

test('failures end in one message with the remedy, exit code 1 and no stack', async (t) => {
  for (const [mode, says] of [
    ['offline', /registry cannot be reached/],
    ['full', /no space left/],
    ['works', /could not be had from any of its sources/],
    ['missing', /no Python 3 with pip/],
  ]) {
    const b = bench(t);
    // The real python would serve where the fake has no pip.
    if (mode === 'missing') writeFileSync(join(b.bin, 'python'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const { code, output } = await setUp(b, { FAKE_PIP: mode }).done;
    assert.equal(code, 1, output);
    assert.match(output, says);
    assert.match(output, /^Remedy: /m);
    assert.doesNotMatch(output, /^\s+at /m);
    assert.deepEqual(b.cached(), []);
  }
});

test('a run that is ended on the way leaves nothing behind', async (t) => {
  const b = bench(t);
  const { child, done, output } = setUp(b, { FAKE_PIP: 'hangs' });
  while (b.cached().length === 0 || !b.calls().length) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(child.exitCode, null, output());
  }
  child.kill('SIGTERM');
  const { code } = await done;
  assert.equal(code, 130);
  assert.deepEqual(b.cached(), []);
});

test('a part that does not exist is refused', () => {
  const { status, stderr } = spawnSync(process.execPath, [SETUP, 'modle'], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /'modle' is no part of set-up/);
});

const onLinux = { skip: process.platform !== 'linux' && 'builds a small library with cc' };

test('a runtime of one’s own is asked for its version', onLinux, async (t) => {
  const b = bench(t);
  const library = (name, version) => {
    const code = join(b.root, `${name}.c`);
    writeFileSync(
      code,
      `static const char *version(void) { return "${version}"; }
       static const struct { void *api; const char *(*version)(void); } base = { 0, version };
       const void *OrtGetApiBase(void) { return &base; }`,
    );
    execFileSync('cc', ['-shared', '-fPIC', '-o', join(b.root, `${name}.so`), code]);
    return join(b.root, `${name}.so`);
  };
  await checkChosenRuntime(library('new', '1.24.0'));
  await assert.rejects(checkChosenRuntime(library('old', '1.17.3')), (error) => {
    assert.match(error.message, /version 1\.17\.3; 1\.24 or newer is needed/);
    assert.match(error.remedy, /MEMSTRATA_ONNXRUNTIME/);
    return true;
  });
  await assert.rejects(checkChosenRuntime(join(b.root, 'absent.so')), /does not exist/);
  writeFileSync(join(b.root, 'garbage.so'), 'garbage');
  await assert.rejects(checkChosenRuntime(join(b.root, 'garbage.so')), /cannot be used as ONNX Runtime/);
});
