// The timeline of the sample in the real window: lanes, selection, and both cursors.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { temporaryFolder } from './lib/programs.mjs';
import { Key, openWindow, startOfApp } from './lib/window.mjs';

const PORT = 'tideline/port';
const REGION = 'tideline/region';

test('the sample opens on its lanes', async (t) => {
  const window = await openWindow(t, { args: ['--sample'], data: temporaryFolder(t) });
  const inPage = await window.lanesPainted();
  const origin = await window.run('return performance.timeOrigin');
  const fromStart = Math.round(origin + inPage - startOfApp());
  t.diagnostic(`start-up to first painted lanes, a sample written anew: ${fromStart} ms, of which in the page ${inPage} ms`);

  assert.equal(await window.text('[data-testid="ledger-name"]'), 'Sample ledger');
  const rows = await window.texts('[role="treegrid"] [data-testid="lane-row"]');
  assert.ok(rows.length >= 10, `only ${rows.length} lanes stand in the treegrid`);
  const groups = await window.texts('[role="treegrid"] [data-testid="group-row"]');
  assert.ok(groups.length >= 2, `only ${groups.length} subjects`);
  const colours = await window.run(
    `const canvas = document.querySelector('[role="treegrid"] canvas');
     const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, Math.min(300, canvas.height));
     const seen = new Set();
     for (let i = 0; i < data.length; i += 4) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
     return seen.size;`,
  );
  assert.ok(colours > 8, `the lanes' canvas shows ${colours} colours`);
});

test('a second start finds the sample there', async (t) => {
  const data = temporaryFolder(t);
  const first = await openWindow(t, { args: ['--sample'], data });
  await first.lanesPainted();
  await first.session.quit();
  const second = await openWindow(t, { args: ['--sample'], data });
  const inPage = await second.lanesPainted();
  const origin = await second.run('return performance.timeOrigin');
  t.diagnostic(`start-up to first painted lanes, second start: ${Math.round(origin + inPage - startOfApp())} ms`);
  assert.equal(await second.text('[data-testid="ledger-name"]'), 'Sample ledger');
});

test('without an argument and without an own ledger the sample opens', async (t) => {
  const window = await openWindow(t, { args: [], data: temporaryFolder(t) });
  await window.lanesPainted();
  assert.equal(await window.text('[data-testid="ledger-name"]'), 'Sample ledger');
});

test('a lane is selected, and both cursors move', async (t) => {
  const window = await openWindow(t, { args: ['--sample'], data: temporaryFolder(t) });
  await window.lanesPainted();
  const refused = await window.watchRefusals();

  await t.test('selecting a lane opens its details with a source', async () => {
    await window.click(`${await window.lane(PORT)} [data-testid="lane-value"]`);
    await window.until('the lane to be selected', () =>
      window.has(`[data-testid="lane-row"][data-key="${PORT}"][aria-selected="true"]`),
    );
    assert.equal(await window.value(PORT), '8080');
    const details = await window.until('the details', async () => {
      const text = await window.text('[data-testid="details"]');
      return text.includes('8080') && text.includes('8000') && text;
    });
    assert.match(details, /2026-04-02/, 'the details say since when');
  });

  await t.test('AS OF moves by its field: the value of then', async () => {
    await window.setCursor('as-of', '2026-03-01');
    await window.until('8000 at AS OF 2026-03-01', async () => (await window.value(PORT)) === '8000');
    assert.match(await window.text('[data-testid="past-strip"]'), /You see 2026-03-01.*as known now/s);
  });

  await t.test('AS OF moves by keyboard to the next change', async () => {
    await window.press('.');
    await window.until('8080 after one change', async () => (await window.value(PORT)) === '8080');
    await window.press(',');
    await window.until('not 8080 before it', async () => (await window.value(PORT)) !== '8080');
    await window.press('0');
    await window.until('the strip to go', async () => !(await window.has('[data-testid="past-strip"]')));
    assert.equal(await window.value(PORT), '8080');
  });

  await t.test('AS KNOWN moves: the lanes as they were believed', async () => {
    await window.lane(REGION);
    assert.equal(await window.value(REGION), 'eu-south-2');
    await window.setCursor('as-known', '2026-07-01');
    await window.until('eu-west-1 as known then', async () => (await window.value(REGION)) === 'eu-west-1');
    // The count stands there once the lanes of that moment are in.
    const strip = await window.until('how many values are believed otherwise', async () => {
      const text = await window.text('[data-testid="past-strip"]');
      return /believed otherwise today/.test(text) && text;
    });
    assert.match(strip, /as known 2026-07-01/);
    const otherwise = Number(/(\d+) of \d+ values? (?:is|are) believed otherwise today/.exec(strip)?.[1]);
    assert.ok(otherwise >= 1, strip);
  });

  await t.test('both cursors at once: what was believed in July to hold on 10 June', async () => {
    await window.setCursor('as-of', '2026-06-10');
    await window.until('eu-west-1', async () => (await window.value(REGION)) === 'eu-west-1');
    await window.setCursor('as-known', 'now');
    await window.until('eu-south-2, learned later', async () => (await window.value(REGION)) === 'eu-south-2');
    await window.press('0');
    await window.until('the strip to go', async () => !(await window.has('[data-testid="past-strip"]')));
  });

  await t.test('AS KNOWN moves by commit on the ledger strip', async () => {
    const place = await window.text('[data-testid="strip-place"]');
    const commits = Number(/\d+/.exec(place)[0]);
    await (await window.find('[data-testid="known-diamond"]')).sendKeys(Key.ARROW_LEFT);
    await window.until('one commit earlier', async () =>
      (await window.text('[data-testid="strip-place"]')).startsWith(`commit ${commits - 1} of`),
    );
    await (await window.find('[data-testid="known-diamond"]')).sendKeys(Key.END);
    await window.until('now again', async () => !(await window.has('[data-testid="past-strip"]')));
  });

  assert.deepEqual(await refused(), [], 'the content security policy refused something');
});
