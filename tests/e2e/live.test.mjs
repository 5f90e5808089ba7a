// The window follows its ledger: what another process tells it shows within a second.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { memstrata, temporaryFolder } from './lib/programs.mjs';
import { openWindow } from './lib/window.mjs';

const WITHIN = 1000;

test('a fact told by the command shows in the open window within a second', async (t) => {
  const folder = temporaryFolder(t);
  const ledger = join(folder, 'notes.memstrata');
  await memstrata(ledger, 'assert', 'harbour', 'port', '8000', '--from', '2026-01-12');
  const window = await openWindow(t, { args: [ledger], data: folder });
  await window.lanesPainted();
  assert.equal(await window.text('[data-testid="ledger-name"]'), 'notes');
  assert.equal(await window.value('harbour/port'), '8000');

  const took = [];
  for (const [value, from] of [['8080', '2026-04-02'], ['9000', '2026-05-02'], ['9090', '2026-06-02']]) {
    await memstrata(ledger, 'assert', 'harbour', 'port', value, '--from', from);
    const told = performance.now();
    await window.until(`${value} in the window`, async () => (await window.value('harbour/port')) === value, WITHIN);
    took.push(Math.round(performance.now() - told));
  }
  t.diagnostic(`from the end of the command to the value on screen: ${took.join(', ')} ms`);

  await memstrata(ledger, 'assert', 'harbour', 'owner', 'Ilse Krogh', '--from', '2026-02-01');
  await window.until('a new lane', async () => (await window.value('harbour/owner')) === 'Ilse Krogh', WITHIN);
  const said = await window.until('a word to screen readers', () =>
    window.run(`return document.querySelector('[data-testid="live"]').textContent`),
  );
  assert.match(said, /new commit/);
});

test('an own ledger is opened without being named', async (t) => {
  const folder = temporaryFolder(t);
  const ledger = join(folder, 'mine.memstrata');
  await memstrata(ledger, 'assert', 'harbour', 'port', '8000', '--from', '2026-01-12');
  const window = await openWindow(t, { args: [], data: folder, env: { MEMSTRATA_LEDGER: ledger } });
  await window.lanesPainted();
  assert.equal(await window.text('[data-testid="ledger-name"]'), 'mine');
});

test('another space of the ledger is one click away, and shows nothing of the first', async (t) => {
  const folder = temporaryFolder(t);
  const ledger = join(folder, 'notes.memstrata');
  await memstrata(ledger, 'assert', 'harbour', 'port', '8000', '--from', '2026-01-12');
  await memstrata(ledger, 'space', 'make', 'work');
  await memstrata(ledger, '--space', 'work', 'assert', 'crane', 'owner', 'Ilse Krogh', '--from', '2026-02-01');
  const window = await openWindow(t, { args: [ledger], data: folder });
  await window.lanesPainted();
  await window.click('[data-testid="ledger-name"]');
  await window.click('[data-testid="spaces"] li:nth-child(2) button');
  await window.until('the lane of the other space', async () => (await window.value('crane/owner')) === 'Ilse Krogh');
  assert.equal(await window.has('[data-key="harbour/port"]'), false);
  assert.equal(await window.text('[data-testid="ledger-name"]'), 'notes / work');
  await memstrata(ledger, '--space', 'work', 'assert', 'crane', 'owner', 'Tom Adeyemi', '--from', '2026-03-01');
  await window.until('what is told there', async () => (await window.value('crane/owner')) === 'Tom Adeyemi', WITHIN);
});

test('a file that is not there is said, and the sample is one click away', async (t) => {
  const folder = temporaryFolder(t);
  const window = await openWindow(t, { args: [join(folder, 'typo.memstrata')], data: folder });
  const message = await window.until('the message', async () => {
    const text = await window.text('main');
    return /typo\.memstrata/.test(text) && text;
  });
  assert.match(message, /there is no ledger/i);
  await window.click('main button');
  await window.lanesPainted();
  assert.equal(await window.text('[data-testid="ledger-name"]'), 'Sample ledger');
});

test('without a model the window says what is missing and answers by words', async (t) => {
  const folder = temporaryFolder(t);
  const window = await openWindow(t, {
    args: ['--sample'],
    data: folder,
    env: { MEMSTRATA_CACHE: join(folder, 'empty'), MEMSTRATA_ONNXRUNTIME: '' },
  });
  await window.lanesPainted();
  const status = await window.until('the state of the index', async () => {
    const text = await window.text('[data-testid="status"]');
    return /npm run setup/.test(text) && text;
  });
  t.diagnostic(`the status says: ${status.replace(/\s+/g, ' ')}`);
  await window.press('2');
  await window.fill('[data-testid="ask-input"]', 'What port does tideline run on?');
  await window.click('[data-testid="ask-submit"]');
  const right = await window.until('the answer', async () => {
    if (!(await window.has('[data-testid="verdict"]'))) return false;
    return window.text('[data-testid="temporal-answer"]');
  });
  assert.match(right, /8080/);
});
