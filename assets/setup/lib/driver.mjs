// tauri-driver, which lets a test drive the real window; built once and kept in the cache.

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { commandFailed } from './errors.mjs';
import { cacheDir, withPartial } from './paths.mjs';
import { run } from './run.mjs';

const VERSION = '2.1.0';

/** Where it is, once it is there. */
export const driverPath = () => join(cacheDir(), 'tools', `tauri-driver-${VERSION}`, 'bin', 'tauri-driver');

/** Makes sure of it. */
export async function ensureDriver() {
  const path = driverPath();
  if (existsSync(path)) return `${VERSION}, already there`;
  await withPartial(cacheDir(), async (partial) => {
    const root = join(partial, 'driver');
    const result = await run(
      'cargo',
      ['install', 'tauri-driver', '--version', VERSION, '--locked', '--root', root],
      { show: true, env: { CARGO_TARGET_DIR: join(partial, 'target') } },
    );
    if (result.code !== 0) {
      throw commandFailed('cargo install tauri-driver', result, partial, 'cargo reads HTTPS_PROXY', 'see what cargo says above.');
    }
    const home = join(path, '..', '..');
    mkdirSync(join(home, '..'), { recursive: true });
    rmSync(home, { recursive: true, force: true });
    renameSync(root, home);
  });
  return `${VERSION}, built`;
}
