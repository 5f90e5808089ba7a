// The cache folder and the table of pins agree with what the programs read from the same sources.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cacheDir } from '../lib/paths.mjs';
import { platformName, readPins } from '../lib/pins.mjs';
import { isAtLeast } from '../lib/toolchain.mjs';
import { readMember } from '../lib/zip.mjs';
import { archive } from '../testing/archive.mjs';

test('the cache is where the platform says', () => {
  assert.equal(cacheDir({ HOME: '/h' }, 'linux'), '/h/.cache/memstrata');
  assert.equal(cacheDir({ HOME: '/h', XDG_CACHE_HOME: '/c' }, 'linux'), '/c/memstrata');
  assert.equal(cacheDir({ HOME: '/h', XDG_CACHE_HOME: 'relative' }, 'linux'), '/h/.cache/memstrata');
  assert.equal(cacheDir({ HOME: '/h', MEMSTRATA_CACHE: '/m' }, 'linux'), '/m');
  assert.equal(cacheDir({ HOME: '/h' }, 'darwin'), '/h/Library/Caches/memstrata');
});

test('every pinned file has a size, a digest and a source', () => {
  const { model, runtime } = readPins();
  const files = [...model.files, ...Object.values(runtime.platforms)];
  assert.ok(files.length >= 3);
  for (const file of files) {
    assert.match(file.sha256, /^[0-9a-f]{64}$/, file.name);
    assert.ok(file.bytes > 0 && file.sources.length > 0, file.name);
    for (const source of file.sources) assert.ok(source.download_bytes > 0 && source.path, file.name);
  }
  assert.equal(platformName('linux', 'x64'), 'linux-x86_64');
  assert.equal(platformName('darwin', 'arm64'), 'macos-aarch64');
  assert.ok(runtime.platforms['linux-x86_64']);
});

test('versions compare as numbers', () => {
  assert.ok(isAtLeast('rustc 1.95.0 (abc)', [1, 95]));
  assert.ok(isAtLeast('v22.1.0', [20, 0]));
  assert.ok(!isAtLeast('rustc 1.9.0', [1, 95]));
  assert.ok(!isAtLeast('v18.19.1', [20, 0]));
  assert.ok(!isAtLeast('', [1, 0]));
});

test('an archive is read within limits, and a damaged one is an error', () => {
  const content = 'abc'.repeat(1000);
  const zip = archive({ 'a/b.txt': content, c: 'd' });
  assert.equal(readMember(zip, 'a/b.txt', 3000).toString(), content);
  assert.equal(readMember(zip, 'c', 1).toString(), 'd');
  assert.throws(() => readMember(zip, 'a/b.txt', 2999), /larger than expected/);
  assert.throws(() => readMember(zip, 'x', 10), /holds no x/);
  for (let length = 0; length < zip.length; length += 1) {
    assert.throws(() => readMember(zip.subarray(0, length), 'a/b.txt', 3000), Error, `${length}`);
  }
  // A size that lies must not make it unpack without end.
  const lying = Buffer.from(zip);
  const record = lying.indexOf('PK\x01\x02', 'latin1');
  lying.writeUInt32LE(10, record + 24);
  assert.throws(() => readMember(lying, 'a/b.txt', 3000));
});
