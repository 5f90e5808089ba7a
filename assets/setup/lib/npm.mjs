// npm packages and the built window: both are skipped where nothing they depend on has changed.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { commandFailed } from './errors.mjs';
import { PROJECT } from './paths.mjs';
import { npm, run } from './run.mjs';

const PROXY = 'npm reads its proxy from `npm config set proxy`';
const MODULES = join(PROJECT, 'node_modules');
const PACKAGES_STAMP = join(MODULES, '.memstrata-packages');
const WINDOW_STAMP = join(MODULES, '.memstrata-window');

/** Whether the window's sources are in this tree. */
export const hasWindow = () => existsSync(join(PROJECT, 'ui', 'package.json'));

/** Installs what the lock file names, unless that is what is there. */
export async function ensureNpmPackages() {
  const digest = digestOf(['package.json', 'package-lock.json', 'ui/package.json'], process.versions.modules);
  if (stampIs(PACKAGES_STAMP, digest)) return 'as the lock file says, already there';
  const [command, args] = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=5000']);
  const result = await run(command, args, { cwd: PROJECT, show: true });
  if (result.code !== 0) {
    throw commandFailed('npm ci', result, PROJECT, PROXY, 'look at what npm says above; `npm ci` in the project folder shows it again.');
  }
  writeFileSync(PACKAGES_STAMP, digest);
  return 'installed';
}

/** Builds the window's pages into ui/dist, unless they are built from these very sources. */
export async function ensureWindowPages() {
  if (!hasWindow()) return 'skipped: ui/ is not in this tree';
  const digest = digestOf(['package-lock.json', ...filesUnder('ui'), ...filesUnder('assets/samples')], '');
  if (stampIs(WINDOW_STAMP, digest) && existsSync(join(PROJECT, 'ui', 'dist', 'index.html'))) {
    return 'unchanged since they were built';
  }
  const [command, args] = npm(['run', 'build', '--workspace', 'ui']);
  const result = await run(command, args, { cwd: PROJECT, show: true });
  if (result.code !== 0) {
    throw commandFailed('npm run build -w ui', result, PROJECT, PROXY, 'see the message above; it comes from the sources in ui/.');
  }
  writeFileSync(WINDOW_STAMP, digest);
  return 'built';
}

function stampIs(stamp, digest) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
}

function digestOf(files, extra) {
  const hash = createHash('sha256').update(extra);
  for (const file of files) {
    const path = join(PROJECT, file);
    hash.update(`\0${file}\0`);
    if (existsSync(path)) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}

const NOT_SOURCES = new Set(['node_modules', 'dist', '.svelte-kit', 'coverage']);

function filesUnder(dir) {
  const path = join(PROJECT, dir);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !NOT_SOURCES.has(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(`${dir}/${entry.name}`) : [`${dir}/${entry.name}`]))
    .sort();
}
