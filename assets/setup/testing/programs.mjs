// Stand-ins for the programs that set-up calls, as small shell scripts at the head of PATH.

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** A folder of stand-ins; it is removed when the test ends. */
export function programs(t) {
  const root = mkdtempSync(join(tmpdir(), 'memstrata-programs-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const log = join(root, 'log');
  const bin = join(root, 'bin');
  mkdirSync(bin);
  /** Writes a program; each of its calls is logged. */
  const put = (path, body) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\necho "$(basename "$0") $*" >> '${log}'\n${body}\n`);
    chmodSync(path, 0o755);
  };
  return {
    root,
    path: `${bin}${delimiter}${process.env.PATH}`,
    /** Nothing but the stand-ins and the shell's own programs. */
    program: (name, body) => put(join(bin, name), body),
    put: (path, body) => put(join(root, path), body),
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  };
}
