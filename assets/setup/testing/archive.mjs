// Small zip archives for the tests, compressed as wheels are.

import { crc32, deflateRawSync } from 'node:zlib';

/** An archive of files given as `{path: content}`. */
export function archive(files) {
  const bodies = [];
  const records = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path);
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const method = packed.length < data.length ? 8 : 0;
    const body = method === 8 ? packed : data;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32 ? crc32(data) : 0, 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    bodies.push(Buffer.from('PK\x03\x04'), common, name, body);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    records.push(Buffer.from('PK\x01\x02\x14\x00'), common, place, name);
    offset += 30 + name.length + body.length;
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}
