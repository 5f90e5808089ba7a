// Ask on the sample in the real window: the stale answer on the left, the current one on the right.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { temporaryFolder } from './lib/programs.mjs';
import { openWindow } from './lib/window.mjs';

const questions = JSON.parse(readFileSync(new URL('../../assets/sample/questions.json', import.meta.url), 'utf8'));
const port = questions.find(({ question }) => question === 'What port does tideline run on?');

test('a question is answered twice', async (t) => {
  const window = await openWindow(t, { args: ['--sample'], data: temporaryFolder(t) });
  await window.lanesPainted();
  const refused = await window.watchRefusals();
  // Asked by words alone where there is no model; once embedded where there is one.
  const index = await window.until('an index that is done or cannot be', async () => {
    const status = await window.text('[data-testid="status"]');
    return !/indexing/.test(status) && status;
  });
  t.diagnostic(`the index: ${/index ready/.test(index) ? 'ready' : 'words alone'}`);

  const ask = async (question) => {
    await window.press('2');
    await window.fill('[data-testid="ask-input"]', question);
    await window.click('[data-testid="ask-submit"]');
    return window.until(`the answer to ${question}`, async () => {
      const shown = await window.run('return new URLSearchParams(location.hash.split("?")[1]).get("q")');
      const verdict = shown === question && (await window.has('[data-testid="verdict"]'));
      return verdict && !(await window.has('.duel.stale'));
    });
  };

  await t.test('plain retrieval answers what is stale, the memory what is current', async () => {
    await ask(port.question);
    const left = await window.text('[data-testid="plain-answer"]');
    const right = await window.text('[data-testid="temporal-answer"]');
    assert.ok(port.stale.some((stale) => left.includes(stale)), `on the left: ${left}`);
    assert.match(left, /until 2026-04-02/, 'the stale answer says until when it was true');
    assert.ok(await window.has('[data-testid="plain-answer"] .stale-w'), 'the stale answer is not marked');
    assert.ok(right.includes(port.gold), `on the right: ${right}`);
    assert.ok(!(await window.has('[data-testid="temporal-answer"] .stale-w')), 'the current answer is marked stale');
    assert.equal(await (await window.find('[data-testid="verdict"]')).getAttribute('data-kind'), 'plain_stale');
    assert.match(await window.text('[data-testid="verdict"]'), /8000.*8080/s);
  });

  await t.test('a passage on the left carries the chip of its state', async () => {
    const left = await window.texts('[data-testid="plain-passage"]');
    assert.ok(left.some((text) => text.includes('8000')), left.join('\n'));
  });

  await t.test('the answer leads to its lane', async () => {
    await window.click('[data-testid="open-lane"]');
    await window.until('the lane of the answer', () =>
      window.has('[data-testid="lane-row"][data-key="tideline/port"][aria-selected="true"]'),
    );
  });

  await t.test('what nobody told is not answered', async () => {
    const none = questions.find(({ gold, stale }) => gold === null && stale.length > 0);
    await ask(none.question);
    const right = await window.text('[data-testid="temporal-answer"]');
    for (const stale of none.stale) assert.ok(!right.includes(stale), `${none.question} on the right: ${right}`);
    assert.match(right, /No value is known/);
  });

  assert.deepEqual(await refused(), [], 'the content security policy refused something');
});
