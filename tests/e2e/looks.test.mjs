// Both themes in the real window: pictures of them, and what axe finds in the page as it is drawn.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { temporaryFolder } from './lib/programs.mjs';
import { Key, openWindow } from './lib/window.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Pictures stay after the tests, to be looked at. */
function pictureFolder() {
  const given = process.env.MEMSTRATA_PICTURES;
  if (given) mkdirSync(given, { recursive: true });
  return given ?? mkdtempSync(join(tmpdir(), 'memstrata-pictures-'));
}

test('light and dark', async (t) => {
  const window = await openWindow(t, { args: ['--sample'], data: temporaryFolder(t) });
  await window.lanesPainted();
  const pictures = pictureFolder();
  t.diagnostic(`pictures are in ${pictures}`);
  await window.session.manage().setTimeouts({ script: 60_000 });
  await window.run(axe);

  const views = {
    timeline: async () => {
      await window.press('1');
      await window.click(`${await window.lane('tideline/port')} [data-testid="lane-value"]`);
      await window.find('[data-testid="details"]');
    },
    past: async () => {
      await window.setCursor('as-known', '2026-07-01');
      await window.lane('tideline/region');
      await window.until('what was believed then', async () => {
        const value = await window.value('tideline/region');
        return value === 'eu-west-1';
      });
    },
    ask: async () => {
      await window.press('0', '2');
      await window.fill('[data-testid="ask-input"]', 'What port does tideline run on?');
      await window.click('[data-testid="ask-submit"]');
      await window.find('[data-testid="verdict"]');
      // What the score of the first passage is made of is shown at once.
      await window.find('[data-testid="score-parts"]');
    },
    thread: async () => {
      await window.fill('[data-testid="ask-input"]', 'And before that?');
      await window.click('[data-testid="ask-submit"]');
      await window.until('the thread', async () => (await window.text('[data-testid="thread"]')).includes('Continues'));
      await window.until('the answer to the question that follows', async () =>
        (await window.text('[data-testid="reading"]')).includes('before that'),
      );
    },
    retrieval: async () => {
      await window.click('[data-testid="retrieval-options"]');
      await window.find('[data-testid="ask-hybrid"]');
    },
    review: async () => {
      await window.press('3');
      await window.find('[data-testid="review-item"]');
      await window.until('what each answer would change', async () =>
        (await window.texts('[data-testid="choice"]')).every((choice) => choice.includes('\n')),
      );
    },
    settings: async () => {
      await window.click('[data-testid="rail-settings"]');
      await window.find('[data-testid="set-recency"]');
      await window.run(
        `document.querySelector('[data-testid="set-recency"]').scrollIntoView({ block: 'center' })`,
      );
      await window.fill('[data-testid="set-recency"]', '0.5');
      await window.until('what would change', async () =>
        (await window.texts('[data-testid="settings-changes"]'))[0]?.endsWith('→ 0.5'),
      );
    },
    history: async () => {
      await window.click('[data-testid="rail-timeline"]');
      await window.click(`${await window.lane('tideline/port')} [data-testid="lane-value"]`);
      await window.click('[data-testid="history-look"]');
      await window.find('[data-testid="history-text"]');
    },
  };
  /** What is left open is closed, so that the next picture is of its own. */
  const afterwards = {
    retrieval: () => window.press(Key.ESCAPE),
    settings: async () => window.click('[data-testid="settings-foot"] button[type="button"]'),
  };
  const luminance = {};
  for (const theme of ['light', 'dark']) {
    await t.test(theme, async () => {
      await window.click('[data-testid="rail-timeline"]');
      await chooseTheme(window, theme);
      luminance[theme] = await window.run(
        `const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number);
         return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;`,
      );
      for (const [view, show] of Object.entries(views)) {
        await show();
        // What moves in (120 ms) has to have arrived: axe measures contrast as it is drawn.
        await window.until('motion to end', () =>
          window.run(`return document.getAnimations().every((a) => a.playState !== 'running')`),
        );
        const picture = Buffer.from(await window.session.takeScreenshot(), 'base64');
        writeFileSync(join(pictures, `${view}-${theme}.png`), picture);
        assert.ok(picture.length > 20_000, `the picture of ${view} has ${picture.length} bytes`);
        const found = await window.session.executeAsyncScript(
          `const done = arguments[arguments.length - 1];
           axe.run(document, { resultTypes: ['violations'] }).then(
             ({ violations }) => done(violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.target.join(' ')).join(', '))),
             (error) => done(['axe failed: ' + error.message]));`,
        );
        assert.deepEqual(found, [], `axe on ${view}, ${theme}`);
        await afterwards[view]?.();
      }
    });
  }
  for (const [size, width, height] of [['narrow', 960, 600], ['wide', 1920, 1080]]) {
    await t.test(size, async () => {
      await window.session.manage().window().setRect({ width, height });
      await window.until('the window to have that size', () =>
        window.run('return innerWidth === arguments[0] && innerHeight === arguments[1]', width, height),
      );
      for (const view of ['timeline', 'ask', 'review', 'settings']) {
        await window.click(`[data-testid="rail-${view}"]`);
        await views[view]();
        writeFileSync(
          join(pictures, `${view}-${size}.png`),
          Buffer.from(await window.session.takeScreenshot(), 'base64'),
        );
        assert.deepEqual(await window.run(OUTSIDE), [], `what reaches beyond a ${size} window, in ${view}`);
        await afterwards[view]?.();
      }
    });
  }
  assert.ok(luminance.light > 0.8 && luminance.dark < 0.2, JSON.stringify(luminance));
});

/** Controls and texts that reach beyond the window and that nothing scrolls or cuts. */
const OUTSIDE = `
  const held = (e) => {
    for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) {
      if (getComputedStyle(p).overflow !== 'visible') return true;
    }
    return getComputedStyle(e).position === 'fixed';
  };
  return [...document.querySelectorAll('button, a, input, p, h2, h3, span')]
    .filter((e) => e.getClientRects().length > 0 && e.getBoundingClientRect().right > innerWidth + 1 && !held(e))
    .map((e) => e.outerHTML.slice(0, 120));`;

/** By the command palette, as a person does. */
async function chooseTheme(window, theme) {
  const title = `Theme: ${theme}`;
  await window.session.actions().keyDown(Key.CONTROL).sendKeys('k').keyUp(Key.CONTROL).perform();
  await window.fill('[data-testid="palette-input"]', `>${title}`);
  await window.until('one command to be left', async () => {
    const options = await window.texts('[data-testid="palette"] [role="option"]');
    return options.length === 1 && options[0].includes(title);
  });
  await (await window.find('[data-testid="palette-input"]')).sendKeys(Key.ENTER);
  await window.until('the palette to close', async () => !(await window.has('[data-testid="palette"]')));
  await window.until(`the ${theme} theme`, () =>
    window.run('return document.documentElement.dataset.theme === arguments[0]', theme),
  );
}
