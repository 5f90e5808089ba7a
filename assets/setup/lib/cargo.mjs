// Building with cargo: the same flags in every step, since another set of features or profile would
// build everything a second time.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { SetupError, commandFailed } from './errors.mjs';
import { freeBytes } from './fetch.mjs';
import { PROJECT } from './paths.mjs';
import { run } from './run.mjs';
import { size } from './steps.mjs';

const PROXY = 'cargo reads HTTPS_PROXY';

/** Where cargo builds to. */
export async function targetDir() {
  const result = await run('cargo', ['metadata', '--no-deps', '--format-version', '1', '--offline'], { cwd: PROJECT });
  if (result.code !== 0) {
    throw commandFailed('cargo metadata', result, PROJECT, PROXY, 'see what cargo says above.');
  }
  return JSON.parse(result.stdout).target_directory;
}

/** The path of a built program. */
export async function program(name) {
  return join(await targetDir(), 'debug', process.platform === 'win32' ? `${name}.exe` : name);
}

/** What makes cargo show its progress though its output passes through here. */
export function cargoEnv() {
  return process.stderr.isTTY
    ? { CARGO_TERM_COLOR: 'always', CARGO_TERM_PROGRESS_WHEN: 'always', CARGO_TERM_PROGRESS_WIDTH: '78' }
    : {};
}

/**
 * Runs `cargo build` with the selection given; a failure is one message.
 * @param {string[]} selection
 * @param {number} needed bytes that a first build takes on the disk
 */
export async function build(selection, needed) {
  const target = await targetDir();
  if (!existsSync(target) && freeBytes(PROJECT) < needed) {
    throw new SetupError(
      `the first build needs about ${size(needed)} and ${size(freeBytes(PROJECT))} are free on the disk of ${PROJECT}`,
      'free some space there, or set CARGO_TARGET_DIR to a folder on another disk.',
    );
  }
  const result = await run('cargo', ['build', '--locked', ...selection], { cwd: PROJECT, show: true, env: cargoEnv() });
  if (result.code !== 0) {
    throw commandFailed('cargo build', result, target, PROXY, 'see what cargo says above; `cargo build` shows it again.');
  }
  return `built in ${target}`;
}
