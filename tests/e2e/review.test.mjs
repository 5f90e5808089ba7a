// The inbox in the real window: what waits is counted, asked, decided and taken back; the background
// pass fills it.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { memstrata, temporaryFolder } from './lib/programs.mjs';
import { Key, openWindow } from './lib/window.mjs';

/** A port that an agent may not change alone, and an agent's word against it. */
const LOG = [
  { type: 'header', format: 'memstrata-log', version: 1, spaces: [{ name: 'default', timezone: 'UTC', locale: 'en-GB' }] },
  { type: 'relation', relation: 'port', cardinality: 'one', on_conflict: 'confirm', half_life_days: 30 },
  { type: 'episode', id: 'e1', kind: 'note', author: 'Ana', text: 'The harbour listens on port 8080.', occurred_at: '2026-02-01T09:00:00Z', recorded_at: '2026-02-01T09:00:01Z' },
  { type: 'assert', id: 'a1', recorded_at: '2026-02-01T09:00:02Z', subject: 'harbour', relation: 'port', object: '8080', valid_from: '2026-02-01T00:00:00Z', valid_to: null, episodes: ['e1'] },
  { type: 'episode', id: 'e2', kind: 'agent', author: 'probe', text: 'Probed: <b>it</b> answers on 9443.', occurred_at: '2026-05-02T09:00:00Z', recorded_at: '2026-05-02T09:00:01Z' },
  { type: 'assert', id: 'a2', recorded_at: '2026-05-02T09:00:02Z', subject: 'harbour', relation: 'port', object: '9443', valid_from: '2026-05-02T00:00:00Z', valid_to: null, authority: 'agent', held: true, episodes: ['e2'] },
];

async function ledgerWithAnInbox(folder) {
  const [log, ledger] = [join(folder, 'log.jsonl'), join(folder, 'notes.memstrata')];
  writeFileSync(log, LOG.map((line) => JSON.stringify(line.type === 'header' ? line : { space: 'default', ...line })).join('\n') + '\n');
  await memstrata(ledger, 'restore', log);
  return ledger;
}

test('the inbox is worked through', async (t) => {
  const folder = temporaryFolder(t);
  const ledger = await ledgerWithAnInbox(folder);
  const port = async () => JSON.parse(await memstrata(ledger, 'facts', 'harbour', 'port', '--json')).facts.map((f) => f.object);
  const window = await openWindow(t, { args: [ledger], data: folder });
  await window.lanesPainted();
  const refused = await window.watchRefusals();

  await t.test('it is counted from the start, and asks with both values and their sentences', async () => {
    await window.until('the count', async () => /^1/.test(await window.text('[data-testid="waiting"]')));
    await window.press('3');
    assert.equal(await window.text('[data-testid="question"]'), 'Last we heard 8080; now 9443. Did it change?');
    const sides = await window.texts('[data-testid="side"]');
    assert.equal(sides.length, 2);
    assert.match(sides[0], /8080.*2026-02-01.*The harbour listens on port 8080\./s);
    assert.match(sides[1], /9443.*2026-05-02.*Probed: <b>it<\/b> answers on 9443\./s);
    await window.until('what accepting would change', async () =>
      (await window.texts('[data-testid="choice"]'))[0].includes('8080 until 2026-05-02; 9443 from 2026-05-02'),
    );
    assert.deepEqual(await port(), ['8080'], 'what is shown is not done');
  });

  await t.test('a decision counts, and is taken back', async () => {
    await window.press(Key.ENTER);
    await window.until('nothing to wait', async () => (await window.text('[data-testid="review-count"]')) === 'nothing waits');
    assert.deepEqual(await port(), ['9443']);
    await window.press('z');
    await window.until('the item again', () => window.has('[data-testid="inbox-item"]'));
    assert.deepEqual(await port(), ['8080']);
  });

  await t.test('another value is given in its place', async () => {
    await window.press('e');
    await window.fill('#edit-object', '9444');
    await window.until('what that would change', async () =>
      (await window.texts('[data-testid="choice"]'))[2].includes('9444 from 2026-05-02'),
    );
    await (await window.find('#edit-object')).sendKeys(Key.ENTER);
    await window.until('the decision', () => window.has('[data-testid="inbox-decided"]'));
    assert.deepEqual(await port(), ['9444']);
    await window.click('[data-testid="inbox-decided"] button');
    await window.until('the item again', () => window.has('[data-testid="inbox-item"]'));
  });

  await t.test('what another process decides is gone from it', async () => {
    await memstrata(ledger, 'review', 'reject', 'a2');
    await window.until('nothing to wait', async () => (await window.text('[data-testid="review-count"]')) === 'nothing waits');
  });

  await t.test('the background pass fills it', async () => {
    await window.click('[data-testid="look-over"]');
    assert.match(await window.text('[data-testid="passed"]'), /1 new item/);
    await window.until('its question', async () => /Last we heard 8080, on 2026-02-01\. Is it still so\?/.test(await window.text('[data-testid="question"]')));
    await window.press(Key.ENTER);
    await window.until('nothing to wait', async () => (await window.text('[data-testid="review-count"]')) === 'nothing waits');
    assert.deepEqual(await port(), ['8080']);
  });

  assert.deepEqual(await refused(), [], 'the content security policy refused something');
});
