// What the window writes besides decisions: the settings of the space, and the history of a key as a
// claim. Each is looked at from the terminal as well.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { memstrata, temporaryFolder } from './lib/programs.mjs';
import { openWindow } from './lib/window.mjs';

test('settings and histories are kept in the ledger', async (t) => {
  const window = await openWindow(t, { args: ['--sample'], data: temporaryFolder(t) });
  await window.lanesPainted();
  const refused = await window.watchRefusals();
  const ledger = await (await window.find('[data-testid="ledger-name"]')).getAttribute('title');
  const told = async (...args) => JSON.parse(await memstrata(ledger, ...args, '--json'));
  const toggle = async (id) => {
    await window.find(`[data-testid="${id}"]`);
    await window.run(`document.querySelector('[data-testid="' + arguments[0] + '"]').click()`, id);
  };

  await t.test('a setting says what it would change, is kept, and is taken back', async () => {
    await window.press('4');
    await toggle('set-hybrid');
    await window.fill('[data-testid="set-passages"]', '7');
    await window.until('both changes', async () =>
      (await window.text('[data-testid="settings-foot"]')).includes('2 changes'),
    );
    assert.equal((await told('space', 'show')).scoring, undefined, 'nothing is stored by looking');
    await window.click('[data-testid="settings-keep"]');
    await window.find('[data-testid="settings-undo"]');
    assert.deepEqual((await told('space', 'show')).scoring, { passages: 7, hybrid: true });
    await window.press('2');
    await window.fill('[data-testid="ask-input"]', 'What port does tideline run on?');
    await window.click('[data-testid="ask-submit"]');
    await window.until('an answer by words and meaning', async () =>
      (await window.texts('.duel .ttl')).some((title) => title.includes('meaning and words')),
    );
    await window.click('[data-testid="rail-settings"]');
    await window.click('[data-testid="settings-undo"]');
    await window.until('the settings of before', async () => !(await window.has('[data-testid="settings-foot"]')));
    assert.equal((await told('space', 'show')).scoring, undefined);
  });

  await t.test('another time zone holds at once', async () => {
    await window.find('[data-testid="set-timezone"]');
    await window.run(
      `const zone = document.querySelector('[data-testid="set-timezone"]');
       zone.value = 'Asia/Tokyo';
       zone.dispatchEvent(new Event('change', { bubbles: true }));`,
    );
    await window.click('[data-testid="settings-keep"]');
    await window.until('the zone in the status', async () =>
      (await window.text('[data-testid="status"]')).includes('Asia/Tokyo'),
    );
    assert.equal((await told('space', 'show')).timezone, 'Asia/Tokyo');
    await window.click('[data-testid="settings-undo"]');
    await window.until('the zone of before', async () =>
      (await window.text('[data-testid="status"]')).includes('Europe/Lisbon'),
    );
  });

  await t.test('a question goes on from the one before', async () => {
    await window.click('[data-testid="rail-ask"]');
    const ask = async (question, value) => {
      await window.fill('[data-testid="ask-input"]', question);
      await window.click('[data-testid="ask-submit"]');
      await window.until(`${value} for ${question}`, async () =>
        (await window.text('[data-testid="temporal-answer"]')).startsWith(value),
      );
    };
    await ask('What port does tideline run on?', '8080');
    await ask('And before that?', '8000');
    await ask('And in March 2026?', '8000');
    await window.click('[data-testid="ask-anew"]');
    await window.until('no thread', async () => !(await window.has('[data-testid="thread"]')));
  });

  await t.test('the history of a key is shown, kept as a claim, and withdrawn', async () => {
    await window.click('[data-testid="rail-timeline"]');
    await window.click(`${await window.lane('tideline/port')} [data-testid="lane-value"]`);
    await window.click('[data-testid="history-look"]');
    const text = await window.text('[data-testid="history-text"]');
    assert.match(text, /8000.*8080/);
    const rehearsed = () => told('timeline', 'tideline', 'port', '--claim', '--dry-run');
    assert.equal((await rehearsed()).text, text, 'the terminal says the same sentence');
    assert.equal((await rehearsed()).changed, true);
    await window.click('[data-testid="history-keep"]');
    await window.find('[data-testid="history-undo"]');
    assert.equal((await rehearsed()).changed, false, 'a claim says so now');
    await window.click('[data-testid="history-undo"]');
    await window.find('[data-testid="history-look"]');
    assert.equal((await rehearsed()).changed, true, 'it is withdrawn');
  });

  assert.deepEqual(await refused(), [], 'the content security policy refused something');
});
