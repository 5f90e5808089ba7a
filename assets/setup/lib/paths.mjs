// Where things are: the project, the cache that survives a fresh clone, and a place for work that
// is not finished.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { SetupError } from './errors.mjs';

/** The folder of the project. */
export const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/** The cache folder, by the same rule as the programs (`ModelStore` in the index crate). */
export function cacheDir(env = process.env, platform = process.platform) {
  if (env.MEMSTRATA_CACHE) return env.MEMSTRATA_CACHE;
  const home = env.HOME || homedir();
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'memstrata');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'memstrata');
  const xdg = env.XDG_CACHE_HOME;
  return join(xdg && isAbsolute(xdg) ? xdg : join(home, '.cache'), 'memstrata');
}

const STALE_AFTER = 6 * 3600 * 1000;
const PREFIX = '.partial-';

/** Makes the cache folder, or says why that cannot be. */
export function makeCache(cache) {
  try {
    mkdirSync(cache, { recursive: true });
  } catch (error) {
    throw unwritable(cache, error);
  }
}

const unwritable = (cache, error) =>
  new SetupError(
    `the cache folder ${cache} cannot be written (${error.code})`,
    'make it writable, or set MEMSTRATA_CACHE to a folder that is.',
  );

/**
 * Makes a folder for unfinished work beside its destination, so that finishing is a rename; hands
 * it to `work` and removes it, however that ends.
 */
export async function withPartial(cache, work) {
  makeCache(cache);
  let dir;
  try {
    removeStale(cache);
    dir = mkdtempSync(join(cache, PREFIX));
  } catch (error) {
    throw unwritable(cache, error);
  }
  const remove = () => rmSync(dir, { recursive: true, force: true });
  const stop = () => {
    remove();
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await work(dir);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    remove();
  }
}

/** Removes what a run left that was killed or lost its power; a run that still works is younger. */
function removeStale(cache) {
  for (const name of readdirSync(cache).filter((name) => name.startsWith(PREFIX))) {
    const path = join(cache, name);
    if (existsSync(path) && Date.now() - statSync(path).mtimeMs > STALE_AFTER) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}
