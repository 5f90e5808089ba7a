// The tools that must be there before anything: Node, Rust, a Python with pip. They come from the
// person's own system; set-up says what is missing and installs none of them by itself.

import { SetupError } from './errors.mjs';
import { run } from './run.mjs';

const NODE = [20, 0];
const RUST = [1, 95];

/** `true` where version `found` ("v20.11.1", "rustc 1.95.0 (…)") is at least `needed`. */
export function isAtLeast(found, [major, minor]) {
  const match = /(\d+)\.(\d+)/.exec(found);
  if (!match) return false;
  const [foundMajor, foundMinor] = [Number(match[1]), Number(match[2])];
  return foundMajor > major || (foundMajor === major && foundMinor >= minor);
}

/** Checks Node and Rust; says what was found. */
export async function checkToolchain() {
  if (!isAtLeast(process.version, NODE)) {
    throw new SetupError(`Node ${process.version} is too old`, `install Node ${NODE[0]} or newer.`);
  }
  const rust = await run('rustc', ['--version']);
  const cargo = await run('cargo', ['--version']);
  if (rust.code !== 0 || cargo.code !== 0) {
    throw new SetupError('Rust was not found (rustc, cargo)', 'install it with rustup (rustup.rs), then open a new terminal.');
  }
  if (!isAtLeast(rust.stdout, RUST)) {
    throw new SetupError(`${rust.stdout.trim()} is too old`, `rustup update stable (${RUST.join('.')} or newer is needed).`);
  }
  return `Node ${process.version}, ${rust.stdout.trim()}`;
}

/** The Python that has pip; null where there is none. */
export async function pythonWithPip() {
  for (const python of ['python3', 'python']) {
    if ((await run(python, ['-m', 'pip', '--version'])).code === 0) return python;
  }
  return null;
}

/** The Python that has pip, or the error that says how to get it. */
export async function needPython() {
  const python = await pythonWithPip();
  if (!python) {
    throw new SetupError('no Python 3 with pip was found', 'install Python 3 and pip (Debian: apt install python3-pip).');
  }
  return python;
}
