// The embedding model and the library that runs it: which files, and that a library the person
// chose is new enough.

import { existsSync } from 'node:fs';

import { SetupError } from './errors.mjs';
import { ensureFiles } from './fetch.mjs';
import { cacheDir } from './paths.mjs';
import { platformName, readPins } from './pins.mjs';
import { run } from './run.mjs';
import { say, size } from './steps.mjs';
import { needPython } from './toolchain.mjs';

/** The oldest ONNX Runtime 1.x that the programs accept. */
const NEEDED_MINOR = 24;
const CHOICE = 'MEMSTRATA_ONNXRUNTIME';

// The two functions at the head of ONNX Runtime's C interface; the second gives the version.
const ASK_VERSION = `
import ctypes, sys
base = ctypes.CDLL(sys.argv[1]).OrtGetApiBase
base.restype = ctypes.POINTER(ctypes.c_void_p * 2)
print(ctypes.CFUNCTYPE(ctypes.c_char_p)(base().contents[1])().decode())
`;

/** Makes sure of ONNX Runtime. */
export async function ensureRuntime(env = process.env) {
  if (env[CHOICE]) return checkChosenRuntime(env[CHOICE]);
  const { runtime } = readPins();
  const pin = runtime.platforms[platformName()];
  if (!pin) {
    throw new SetupError(
      `no ONNX Runtime is pinned for ${platformName()}`,
      `set ${CHOICE} to the path of an ONNX Runtime library, version 1.${NEEDED_MINOR} or newer.`,
    );
  }
  return outcome(await ensureFiles([pin], runtime.dir, where()));
}

/** Makes sure of the model and its tokenizer. */
export async function ensureModel() {
  const { model } = readPins();
  return outcome(await ensureFiles(model.files, model.dir, where()));
}

// Python is looked for only where there is something to fetch.
const where = () => ({ cache: cacheDir(), python: needPython });

function outcome(downloaded) {
  return downloaded > 0 ? `in ${cacheDir()}; ${size(downloaded)} downloaded` : `in ${cacheDir()}, whole`;
}

/** Checks a library that the person chose: the programs would refuse an old one later. */
export async function checkChosenRuntime(path) {
  const remedy = `set ${CHOICE} to a library of version 1.${NEEDED_MINOR} or newer, or unset it to have the pinned one fetched.`;
  if (!existsSync(path)) throw new SetupError(`${CHOICE} names ${path}, which does not exist`, remedy);
  const result = await run(await needPython(), ['-c', ASK_VERSION, path]);
  const version = result.stdout.trim();
  const match = /^(\d+)\.(\d+)/.exec(version);
  if (result.code !== 0 || !match) {
    throw new SetupError(`${path} cannot be used as ONNX Runtime: ${result.output.trim().split('\n').at(-1)}`, remedy);
  }
  if (Number(match[1]) === 1 && Number(match[2]) < NEEDED_MINOR) {
    throw new SetupError(`ONNX Runtime at ${path} is version ${version}; 1.${NEEDED_MINOR} or newer is needed`, remedy);
  }
  say(`      ${CHOICE}: ${path}, version ${version}, not pinned`);
  return 'as chosen';
}
