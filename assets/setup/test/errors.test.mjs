// Telling a missing network and a full disk from anything else, by what the tools print.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { commandFailed, tellsOfFullDisk, tellsOfNoNetwork } from '../lib/errors.mjs';

test('what pip, npm, cargo and apt print without a network is recognised', () => {
  for (const line of [
    'Failed to establish a new connection: [Errno -3] Temporary failure in name resolution',
    'npm error code EAI_AGAIN',
    'warning: spurious network error (3 tries remaining): [6] Could not resolve hostname',
    '[6] Could not resolve host: registry.example',
    "W: Failed to fetch http://mirror.example/InRelease  Temporary failure resolving 'mirror.example'",
    'connect ECONNREFUSED 127.0.0.1:8080',
  ]) {
    assert.ok(tellsOfNoNetwork(line), line);
    assert.ok(!tellsOfFullDisk(line), line);
  }
});

test('a full disk is recognised', () => {
  for (const line of ['OSError: [Errno 28] No space left on device', 'npm error code ENOSPC', 'Disk quota exceeded']) {
    assert.ok(tellsOfFullDisk(line), line);
    assert.ok(!tellsOfNoNetwork(line), line);
  }
});

test('an import that a bundler cannot resolve is not taken for a missing network', () => {
  const result = { code: 1, output: "[UNRESOLVED_IMPORT] Could not resolve './bindings' in src/backend/tauri.ts" };
  assert.match(commandFailed('the build', result, '/', '', 'look').message, /exit 1[^]*UNRESOLVED_IMPORT/);
});
