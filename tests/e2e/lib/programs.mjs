// The programs that the tests drive: given by variables where `npm test` runs them, else looked for
// where cargo and set-up put them.

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { driverPath } from '../../../assets/setup/lib/driver.mjs';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const TARGET = process.env.CARGO_TARGET_DIR ?? join(REPOSITORY, 'target');

function found(variable, path) {
  const program = process.env[variable] ?? path;
  if (!existsSync(program)) {
    throw new Error(`${program} is missing: run \`npm test -- e2e\`, which builds it, or set ${variable}`);
  }
  return program;
}

export const app = () => found('MEMSTRATA_APP', join(TARGET, 'debug', 'memstrata-app'));
export const cli = () => found('MEMSTRATA_BIN', join(TARGET, 'debug', 'memstrata'));
export const driver = () => found('TAURI_DRIVER', driverPath());

/** Runs the `memstrata` command on a ledger file; rejects where it fails. */
export async function memstrata(ledger, ...args) {
  const { stdout } = await promisify(execFile)(cli(), ['--ledger', ledger, ...args]);
  return stdout;
}

/** A folder of its own for a test, removed after it. */
export function temporaryFolder(test) {
  const folder = mkdtempSync(join(tmpdir(), 'memstrata-e2e-'));
  test.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return folder;
}
