// Reading one file out of a zip archive (a Python wheel is one) with node's own zlib, so that set-up
// needs no unzip program. Archives above 4 GB, encryption and other compressions are refused.

import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/**
 * The content of a file in an archive. `a.zip!b` is the file b of the archive a inside this one.
 * @param {Buffer} archive
 * @param {string} path
 * @param {number} limit bytes that the content may have at most
 */
export function readMember(archive, path, limit) {
  const [first, ...rest] = path.split('!');
  const content = readOne(archive, first, rest.length > 0 ? archive.length * 4 : limit);
  return rest.length > 0 ? readMember(content, rest.join('!'), limit) : content;
}

function readOne(archive, path, limit) {
  const entry = entries(archive).find((entry) => entry.name === path);
  if (!entry) throw new Error(`the archive holds no ${path}`);
  if (entry.size > limit) throw new Error(`${path} is larger than expected`);
  if (entry.encrypted) throw new Error(`${path} is encrypted`);
  if (within(archive, entry.offset, 30).readUInt32LE(0) !== LOCAL) throw new Error('the archive is damaged');
  const header = within(archive, entry.offset, 30);
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = within(archive, start, entry.packed);
  if (entry.method === 0) return packed;
  if (entry.method === 8) return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) });
  throw new Error(`${path} is compressed in a way that is not known here (${entry.method})`);
}

function entries(archive) {
  let end = archive.length - 22;
  // The end record may be followed by a comment of up to 64 kB.
  const last = Math.max(0, archive.length - 22 - 65_535);
  while (end >= last && archive.readUInt32LE(end) !== END) end -= 1;
  if (end < last) throw new Error('this is no zip archive, or it is cut short');
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const found = [];
  for (let i = 0; i < count; i += 1) {
    const record = within(archive, at, 46);
    if (record.readUInt32LE(0) !== ENTRY) throw new Error('the archive is damaged');
    const nameLength = record.readUInt16LE(28);
    found.push({
      encrypted: (record.readUInt16LE(8) & 1) === 1,
      method: record.readUInt16LE(10),
      packed: record.readUInt32LE(20),
      size: record.readUInt32LE(24),
      offset: record.readUInt32LE(42),
      name: within(archive, at + 46, nameLength).toString('utf8'),
    });
    at += 46 + nameLength + record.readUInt16LE(30) + record.readUInt16LE(32);
  }
  return found;
}

function within(archive, start, length) {
  if (start + length > archive.length) throw new Error('the archive is cut short');
  return archive.subarray(start, start + length);
}
