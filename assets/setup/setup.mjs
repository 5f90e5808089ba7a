// `npm run setup`: everything that building and running need, and nothing built. Doing it again does
// only what is missing. `npm run setup -- model` sees to the model alone.

import { ensureNpmPackages } from './lib/npm.mjs';
import { ensureModel, ensureRuntime } from './lib/model.mjs';
import { TERMINAL, WINDOW, ensureSystemPackages } from './lib/system.mjs';
import { SetupError } from './lib/errors.mjs';
import { main, runSteps, say } from './lib/steps.mjs';
import { checkToolchain } from './lib/toolchain.mjs';

const MODEL = [
  ['ONNX Runtime, which runs the embedding model', () => ensureRuntime()],
  ['The embedding model and its tokenizer', ensureModel],
];

await main(async () => {
  const [only] = process.argv.slice(2);
  if (only && only !== 'model') {
    throw new SetupError(`'${only}' is no part of set-up`, 'npm run setup, or npm run setup -- model');
  }
  const rest = [
    ['Tools: Node and Rust', checkToolchain],
    ['System packages', () => ensureSystemPackages([...TERMINAL, ...WINDOW])],
    ['npm packages', ensureNpmPackages],
  ];
  await runSteps(only ? MODEL : [...rest, ...MODEL]);
  say('\nSet up.');
});
