// The real window, driven through tauri-driver and WebKitWebDriver. Each window has a data folder,
// ports and a driver of its own, so that nothing is shared between tests or with the person's ledger.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Builder, By, Capabilities, Key } from 'selenium-webdriver';

import { app, driver as driverProgram } from './programs.mjs';

export { Key };

/** How long a step may take on a busy machine; what is timed has limits of its own. */
const PATIENCE = 20_000;

/** Opens the window with these arguments; it closes when the test is over. */
export async function openWindow(test, { args, data, env = {} }) {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    throw new Error('there is no display: run `xvfb-run -a npm run test:e2e`, or `npm test -- e2e`');
  }
  const [application, driver] = [app(), driverProgram()];
  const [port, nativePort] = [await freePort(), await freePort()];
  const server = spawn(driver, ['--port', port, '--native-port', nativePort].map(String), {
    env: { ...process.env, XDG_DATA_HOME: data, MEMSTRATA_LEDGER: '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own, so that WebKitWebDriver ends with it.
    detached: true,
  });
  let complaints = '';
  server.stderr.on('data', (chunk) => (complaints += chunk));
  const stopServer = async () => {
    server.stderr.destroy();
    try {
      process.kill(-server.pid, 'SIGTERM');
    } catch {
      // Ended already.
    }
  };
  let session;
  test.after(async () => {
    await session?.quit().catch(() => {});
    await stopServer();
  });
  // tauri-driver listens before the driver that it hands everything to, and hangs up until then.
  for (const each of [port, nativePort]) {
    await listening(each, () => server.exitCode !== null).catch((error) => {
      throw new Error(`${error.message}\n${complaints}`);
    });
  }
  session = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(new Capabilities({ browserName: 'wry', 'tauri:options': { application, args } }))
    .build();
  return new Window(session);
}

class Window {
  constructor(session) {
    this.session = session;
  }

  /** Runs a function of the page's in the page. */
  run(script, ...args) {
    return this.session.executeScript(script, ...args);
  }

  /** The first element that matches, once there is one. */
  async find(css) {
    return this.until(`${css} to be there`, async () => (await this.session.findElements(By.css(css)))[0]);
  }

  /** Whether something matches now. */
  async has(css) {
    return (await this.session.findElements(By.css(css))).length > 0;
  }

  /** The visible text of the first match, once there is one. */
  async text(css) {
    return this.until(`the text of ${css}`, () =>
      this.run('return document.querySelector(arguments[0])?.innerText.trim() ?? null', css),
    );
  }

  /** Texts of all matches. */
  texts(css) {
    return this.run('return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText.trim())', css);
  }

  async click(css) {
    await (await this.find(css)).click();
  }

  /** Presses keys on the page, as a person does who clicked nowhere. */
  async press(...keys) {
    await this.session.actions().sendKeys(...keys).perform();
  }

  async fill(css, text) {
    const field = await this.find(css);
    await field.clear();
    await field.sendKeys(text);
  }

  /** Sets one of the cursors through its field in the top bar. */
  async setCursor(which, text) {
    await this.click(`[data-testid="${which}-chip"]`);
    await this.fill(`[data-testid="${which}-input"]`, text);
    await (await this.find(`[data-testid="${which}-input"]`)).sendKeys(Key.ENTER);
  }

  /** Waits until `look` gives something truthy; answers it. */
  async until(what, look, patience = PATIENCE) {
    const end = performance.now() + patience;
    for (;;) {
      const seen = await look();
      if (seen) return seen;
      if (performance.now() > end) throw new Error(`waited ${patience} ms in vain for ${what}`);
      await pause(20);
    }
  }

  /** Waits until lanes have been painted; answers when, in milliseconds of the page. */
  async lanesPainted() {
    return Number(
      await this.until('the first painted lanes', () =>
        this.run('return document.documentElement.dataset.firstLanesMs ?? null'),
      ),
    );
  }

  /** The gutter's row of a key, scrolled to the middle: only rows in view stand in the page. */
  async lane(key) {
    const css = `[data-testid="lane-row"][data-key="${key}"]`;
    await this.until(`the lane ${key} in view`, () =>
      this.run(
        `const grid = document.querySelector('[data-testid="lanes-grid"]');
         const row = document.querySelector(arguments[0]);
         grid.focus({ preventScroll: true });
         if (row === null) {
           const end = grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 1;
           grid.scrollTop = end ? 0 : grid.scrollTop + grid.clientHeight / 2;
           return false;
         }
         const place = row.getBoundingClientRect();
         const [room, least] = [grid.getBoundingClientRect(), 8];
         if (place.top >= room.top + least && place.bottom <= room.bottom - least) return true;
         grid.scrollTop += (place.top + place.bottom - room.top - room.bottom) / 2;
         return false;`,
        css,
      ),
    );
    return css;
  }

  /** The value that the gutter shows for a key. */
  value(key) {
    return this.run(
      `return document.querySelector(arguments[0])?.innerText.trim() ?? null`,
      `[data-testid="lane-row"][data-key="${key}"]:not([data-withdrawn]) [data-testid="lane-value"]`,
    );
  }

  /** What the content security policy has refused since this was called. */
  async watchRefusals() {
    await this.run(
      `window.__refused = [];
       document.addEventListener('securitypolicyviolation', (e) =>
         window.__refused.push(e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample));`,
    );
    return () => this.run('return window.__refused');
  }
}

/** Milliseconds since the epoch at which the newest process of the app was started. */
export function startOfApp() {
  const own = realpathSync(app());
  let newest = -1;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(join('/proc', pid, 'exe')) !== own) continue;
      const stat = readFileSync(join('/proc', pid, 'stat'), 'utf8');
      newest = Math.max(newest, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]));
    } catch {
      // Not ours to read, or gone meanwhile.
    }
  }
  if (newest < 0) throw new Error(`no process runs ${own}`);
  const up = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
  return Date.now() - (up - newest / 100) * 1000;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function listening(port, gaveUp) {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const open = await new Promise((resolve) => {
      const socket = createConnection(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.end());
    });
    if (open) return;
    if (gaveUp()) throw new Error('tauri-driver ended at once; is WebKitWebDriver (webkit2gtk-driver) installed?');
    if (performance.now() > end) throw new Error(`nothing listens on port ${port}, where tauri-driver or WebKitWebDriver should`);
    await pause(50);
  }
}
