// `npm start` without a display, with stand-ins for the compiler and the built command.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { cacheDir } from '../lib/paths.mjs';
import { readPins, stateOf } from '../lib/pins.mjs';
import { programs } from '../testing/programs.mjs';

const START = fileURLToPath(new URL('../start.mjs', import.meta.url));
const { model } = readPins();
const states = await Promise.all(model.files.map((pin) => stateOf(pin, `${cacheDir()}/${model.dir}/${pin.name}`)));
const ready = {
  skip:
    (process.platform !== 'linux' && 'elsewhere there is always a display') ||
    (states.some((state) => state !== 'whole') && 'the model is not in the cache; `npm run setup` puts it there'),
};

function start(p) {
  p.program('rustc', 'echo "rustc 1.95.0"');
  p.program('dpkg-query', 'for name in "$@"; do echo "$name installed"; done');
  const { status, stdout, stderr } = spawnSync(process.execPath, [START], {
    encoding: 'utf8',
    env: { ...process.env, PATH: p.path, DISPLAY: '', WAYLAND_DISPLAY: '' },
  });
  return { status, output: stdout + stderr };
}

const cargo = (p, build) =>
  `case "$1" in
     metadata) echo '{"target_directory":"${p.root}/target"}' ;;
     build) ${build} ;;
     *) echo "cargo 1.95.0" ;;
   esac`;

test('without a display the comparison is printed and the window is not built', ready, (t) => {
  const p = programs(t);
  p.program('cargo', cargo(p, 'echo "   Compiling memstrata-cli" >&2'));
  p.put('target/debug/memstrata', 'echo "the comparison"');
  const { status, output } = start(p);
  assert.equal(status, 0, output);
  assert.match(output, /There is no display here/);
  assert.match(output, /the comparison\n\nTo see this in the window: /);
  assert.ok(p.calls().includes('memstrata demo'));
  assert.ok(p.calls().includes('cargo build --locked --package memstrata-cli --bins'));
});

test('a build that fails ends in one message', ready, (t) => {
  for (const [says, expected] of [
    ['error: could not compile `memstrata-cli`', /cargo build failed \(exit 101\):[^]*could not compile/],
    ['error: No space left on device (os error 28)', /no space left on the disk/],
    ['spurious network error (3 tries remaining)', /registry cannot be reached/],
  ]) {
    const p = programs(t);
    p.program('cargo', cargo(p, `echo '${says.replaceAll("'", '')}' >&2; exit 101`));
    const { status, output } = start(p);
    assert.equal(status, 1, output);
    assert.match(output, expected);
    assert.match(output, /^Remedy: /m);
    assert.doesNotMatch(output, /^\s+at /m);
  }
});

test('a command that fails makes `npm start` fail', ready, (t) => {
  const p = programs(t);
  p.program('cargo', cargo(p, ':'));
  p.put('target/debug/memstrata', 'exit 3');
  const { status, output } = start(p);
  assert.equal(status, 1);
  assert.match(output, /memstrata demo ended with exit code 3/);
});
