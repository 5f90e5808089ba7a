// `npm test`: sets up what is missing, then runs every test there is. The last line is the plain
// count over all runners, and the exit code is 0 only where nothing failed.
//
// `npm test -- rust ui` runs the parts named, for work on one of them.

import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { build, cargoEnv, program } from './lib/cargo.mjs';
import { add, closingLine, count } from './lib/counts.mjs';
import { driverPath, ensureDriver } from './lib/driver.mjs';
import { SetupError } from './lib/errors.mjs';
import { ensureModel, ensureRuntime } from './lib/model.mjs';
import { ensureNpmPackages, ensureWindowPages, hasWindow } from './lib/npm.mjs';
import { PROJECT } from './lib/paths.mjs';
import { npm, run } from './lib/run.mjs';
import { main, runSteps, say, span } from './lib/steps.mjs';
import { TERMINAL, TESTS, WINDOW, ensureSystemPackages } from './lib/system.mjs';
import { checkToolchain } from './lib/toolchain.mjs';

const hasEndToEnd = existsSync(join(PROJECT, 'tests', 'e2e'));
const inWindow = (script) => [...npm(['run', script, '--workspace', 'ui'])];

// Building the tests and the programs in one selection gives both the same features, so the real
// window is driven as it was tested and nothing is built twice.
const SELECTION = ['--workspace', '--lib', '--bins', '--tests', '--examples'];

const clippy = () => ['cargo', ['clippy', '--workspace', '--all-targets', '--locked', '--', '-D', 'warnings']];

/** Whether an optional tool of Rust is installed; a minimal toolchain has neither. */
async function hasTool(name) {
  return (await run('cargo', [name, '--version'])).code === 0;
}

/** Each part: what it is, how its counts are read, what it runs, and whether it is in this tree. */
const PARTS = {
  setup: ['The set-up scripts', 'node', () => [...npm(['run', 'test:setup'])], true],
  rust: ['Rust', 'cargo', () => ['cargo', ['test', '--workspace', '--locked', '--no-fail-fast']], true],
  clippy: ['Rust lints', 'check', clippy, await hasTool('clippy')],
  format: ['Rust formatting', 'check', () => ['cargo', ['fmt', '--all', '--check']], await hasTool('fmt')],
  ui: ['The window’s parts', 'vitest', () => inWindow('test'), hasWindow()],
  types: ['The window’s types', 'check', () => inWindow('check'), hasWindow()],
  lint: ['The window’s style', 'check', () => inWindow('lint'), hasWindow()],
  e2e: ['The real window', 'node', endToEnd, hasEndToEnd],
};

const MISSING = {
  clippy: 'cargo clippy is not installed (rustup component add clippy)',
  format: 'cargo fmt is not installed (rustup component add rustfmt)',
  ui: 'ui/ is not in this tree',
  types: 'ui/ is not in this tree',
  lint: 'ui/ is not in this tree',
  e2e: 'tests/e2e/ is not in this tree',
};

const start = performance.now();
let ran = false;
await main(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !(name in PARTS));
  if (unknown) throw new SetupError(`'${unknown}' is no part of the tests`, `name some of: ${Object.keys(PARTS).join(', ')}`);
  const names = named.length > 0 ? named : Object.keys(PARTS);
  await setUp(names);
  ran = true;
  await testAll(names);
});
if (!ran) say(closingLine({ passed: 0, failed: 1, skipped: 0 }));

async function setUp(names) {
  const rust = names.some((name) => ['rust', 'e2e'].includes(name));
  const pages = rust || names.includes('clippy') || names.some((name) => ['ui', 'types', 'lint'].includes(name));
  const steps = [
    ['Tools: Node and Rust', checkToolchain],
    ['System packages', () => ensureSystemPackages([...TERMINAL, ...WINDOW, ...TESTS])],
    ['npm packages', ensureNpmPackages],
    ['ONNX Runtime, which runs the embedding model', () => ensureRuntime()],
    ['The embedding model and its tokenizer', ensureModel],
  ];
  if (pages) steps.push(['The pages of the window', ensureWindowPages]);
  if (rust) steps.push(['The programs and their tests (the first build takes minutes)', () => build(SELECTION, 7e9)]);
  if (names.includes('e2e') && hasEndToEnd) steps.push(['tauri-driver, which drives the window', ensureDriver]);
  await runSteps(steps);
}

async function testAll(names) {
  const lines = [];
  let total = add();
  for (const name of names) {
    const [title, runner, command, isThere] = PARTS[name];
    if (!isThere) {
      lines.push(`${title}: skipped, ${MISSING[name]}`);
      total = add(total, { passed: 0, failed: 0, skipped: 1 });
      continue;
    }
    say(`\n=== ${title} (${name})`);
    const began = performance.now();
    const [program, args, env] = await command();
    const result = await run(program, args, {
      cwd: PROJECT,
      show: true,
      env: { ...cargoEnv(), ...env },
      own: process.platform !== 'win32',
    });
    const counts = count(runner, result.output, result.code);
    total = add(total, counts);
    const exit = result.code === 0 ? '' : `, exit ${result.code}`;
    lines.push(`${title}: ${closingLine(counts)} (${span(performance.now() - began)}${exit})`);
  }
  say(`\n=== All, after ${span(performance.now() - start)}`);
  for (const line of lines) say(line);
  if (total.failed > 0) process.exitCode = 1;
  say(closingLine(total));
}

/** The window's tests run on a display without a screen; they find what they drive in variables. */
async function endToEnd() {
  const [command, args] = npm(['run', 'test:e2e']);
  const env = {
    MEMSTRATA_APP: await program('memstrata-app'),
    MEMSTRATA_BIN: await program('memstrata'),
    TAURI_DRIVER: driverPath(),
    PATH: `${dirname(driverPath())}${delimiter}${process.env.PATH}`,
  };
  return ['xvfb-run', ['-a', '-s', '-screen 0 1440x900x24', command, ...args], env];
}
