// The pinned files of the model and its runtime (model-files.json, which the programs embed too),
// and whether a file on disk is one of them.

import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';

const ARCHITECTURES = { x64: 'x86_64', arm64: 'aarch64' };
const SYSTEMS = { darwin: 'macos', win32: 'windows' };

/** The table as it is written. */
export function readPins() {
  return JSON.parse(readFileSync(new URL('../model-files.json', import.meta.url), 'utf8'));
}

/** The name of a platform in the table: `linux-x86_64`. */
export function platformName(platform = process.platform, arch = process.arch) {
  return `${SYSTEMS[platform] ?? platform}-${ARCHITECTURES[arch] ?? arch}`;
}

/**
 * What a file is: `whole`, `missing`, or `damaged`.
 * @param {{bytes: number, sha256: string}} pin
 * @param {string} path
 */
export async function stateOf(pin, path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 'missing';
  if (!stat.isFile() || stat.size !== pin.bytes) return 'damaged';
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  } catch {
    return 'damaged';
  }
  return hash.digest('hex') === pin.sha256 ? 'whole' : 'damaged';
}

/** What is wrong with bytes that should be a pinned file; null where nothing is. */
export function faultOf(pin, bytes) {
  if (bytes.length !== pin.bytes) return `has ${bytes.length} bytes where ${pin.bytes} are expected`;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return sha256 === pin.sha256 ? null : `has sha256 ${sha256} where ${pin.sha256} is expected`;
}
