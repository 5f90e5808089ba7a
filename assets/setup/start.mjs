// `npm start`: sets up what is missing, builds, and opens the window on the sample ledger. Without a
// display it prints the same comparison in the terminal, for which the window is not built.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

import { build, program } from './lib/cargo.mjs';
import { SetupError } from './lib/errors.mjs';
import { ensureModel, ensureRuntime } from './lib/model.mjs';
import { ensureNpmPackages, ensureWindowPages } from './lib/npm.mjs';
import { PROJECT } from './lib/paths.mjs';
import { main, runSteps, say } from './lib/steps.mjs';
import { TERMINAL, WINDOW, ensureSystemPackages } from './lib/system.mjs';
import { checkToolchain } from './lib/toolchain.mjs';

const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

const model = [
  ['ONNX Runtime, which runs the embedding model', () => ensureRuntime()],
  ['The embedding model and its tokenizer', ensureModel],
];

await main(async () => {
  if (hasDisplay) await openWindow();
  else await compareInTerminal();
});

async function openWindow() {
  await runSteps([
    ['Tools: Node and Rust', checkToolchain],
    ['System packages', () => ensureSystemPackages([...TERMINAL, ...WINDOW])],
    ['npm packages', ensureNpmPackages],
    ...model,
    ['The pages of the window', ensureWindowPages],
    ['The window and the `memstrata` command (the first build takes minutes)', () => build(['--workspace', '--bins'], 4e9)],
  ]);
  const app = await program('memstrata-app');
  say(`\nOpening ${app} --sample`);
  const code = await follow(app, ['--sample']);
  if (code !== 0) {
    throw new SetupError(
      `the window closed with exit code ${code}`,
      `see its message above; without a working display, run: ${await program('memstrata')} demo`,
    );
  }
}

async function compareInTerminal() {
  say('There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so the comparison is printed');
  say('in the terminal and the window is not built.\n');
  await runSteps([
    ['Tools: Node and Rust', checkToolchain],
    ['System packages', () => ensureSystemPackages(TERMINAL)],
    ...model,
    ['The `memstrata` command (the first build takes minutes)', () => build(['--package', 'memstrata-cli', '--bins'], 1.5e9)],
  ]);
  say('');
  const code = await follow(await program('memstrata'), ['demo']);
  if (code !== 0) throw new SetupError(`memstrata demo ended with exit code ${code}`, 'see its message above.');
  say('\nTo see this in the window: run `npm start` in a session with a display, over `ssh -X`, or here with');
  say('`xvfb-run -a npm start` (packages xvfb and xauth), which opens it on a display without a screen.');
}

/** Runs a program in the foreground, until it ends. */
function follow(path, args) {
  const env = { ...process.env };
  // WebKit's fast path to NVIDIA's driver shows an empty window under Wayland.
  if (existsSync('/proc/driver/nvidia') && env.WAYLAND_DISPLAY) env.WEBKIT_DISABLE_DMABUF_RENDERER ??= '1';
  return new Promise((resolve) => {
    const child = spawn(path, args, { cwd: PROJECT, env, stdio: 'inherit' });
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(127);
    });
    child.on('close', (code, signal) => resolve(signal === 'SIGINT' ? 0 : (code ?? 1)));
  });
}
