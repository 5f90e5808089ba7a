// Stands in for `python3 -m pip download`: packages come from a folder, and failures are those that
// pip shows for them. FAKE_PIP says which; every call is written to FAKE_PIP_CALLS.

import { appendFileSync, copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const args = process.argv.slice(2);
const mode = process.env.FAKE_PIP ?? 'works';
const fail = (text, code = 1) => {
  process.stderr.write(`${text}\n`);
  process.exit(code);
};

if (mode === 'missing') fail('/usr/bin/python3: No module named pip');
if (args[2] === '--version') {
  process.stdout.write('pip 23.0.1\n');
  process.exit(0);
}
const wanted = args.at(-1);
appendFileSync(process.env.FAKE_PIP_CALLS, `${wanted}\n`);
const name = `${wanted.replace('==', '-')}.whl`;
const dest = join(args[args.indexOf('--dest') + 1], name);
const wheel = join(process.env.FAKE_WHEELS, name);

if (mode === 'offline') {
  fail(
    "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError: Failed to establish a new " +
      "connection: [Errno -3] Temporary failure in name resolution'\nERROR: No matching distribution found",
  );
}
if (mode === 'full') {
  writeFileSync(join(process.env.TMPDIR, 'half'), 'half of it');
  fail('ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device');
}
if (mode === 'hangs') {
  writeFileSync(join(process.env.TMPDIR, 'half'), 'half of it');
  process.stdout.write('hanging\n');
  await new Promise((resolve) => setTimeout(resolve, 20_000));
}
if (mode !== 'brings nothing') {
  if (!existsSync(wheel)) fail(`ERROR: No matching distribution found for ${wanted}`);
  copyFileSync(wheel, dest);
}
