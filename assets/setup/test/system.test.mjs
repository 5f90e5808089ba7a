// Packages of the system: announced, installed, and where that fails, named with the remedy.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';

import { ensureSystemPackages } from '../lib/system.mjs';
import { programs } from '../testing/programs.mjs';

const onDebian = { skip: !existsSync('/etc/debian_version') && 'apt is Debian’s' };

/** `dpkg-query` that knows one package from the start and the rest once `apt-get install` ran. */
function debian(t, apt = 'exit 0') {
  const p = programs(t);
  p.program(
    'dpkg-query',
    `for name in "$@"; do
       case "$name" in pkg-config) echo "$name installed" ;; missing-*) [ -e '${p.root}/done' ] && echo "$name installed" ;; esac
     done; exit 1`,
  );
  p.program('apt-get', `case "$*" in *install*) ${apt} ;; esac`);
  p.program('python3', 'exit 0');
  const path = process.env.PATH;
  process.env.PATH = p.path;
  t.after(() => (process.env.PATH = path));
  t.mock.method(process, 'getuid', () => 0);
  return p;
}

/** What set-up writes while it works. */
function listen(t) {
  let text = '';
  const write = process.stdout.write.bind(process.stdout);
  // Passed on: the test runner speaks through the same stream.
  t.mock.method(process.stdout, 'write', (chunk, ...rest) => {
    text += chunk;
    return write(chunk, ...rest);
  });
  return () => text;
}

test('what is there is not installed again', onDebian, async (t) => {
  const p = debian(t);
  assert.match(await ensureSystemPackages(['pkg-config']), /all there/);
  assert.ok(!p.calls().some((call) => call.startsWith('apt-get')));
});

test('what is missing is announced, then installed', onDebian, async (t) => {
  const p = debian(t, 'touch "$(dirname "$0")/../done"');
  const said = listen(t);
  const outcome = await ensureSystemPackages(['pkg-config', 'missing-one', 'missing-two']);
  t.mock.restoreAll();
  assert.match(outcome, /2 packages installed/);
  assert.match(said(), /missing: missing-one, missing-two\n.*apt installs them now/);
  const apt = p.calls().filter((call) => call.startsWith('apt-get'));
  assert.deepEqual(apt, ['apt-get -y -q update', 'apt-get -y -q install --no-install-recommends missing-one missing-two']);
});

test('without a network, and where apt leaves something out, it stops', onDebian, async (t) => {
  debian(t, 'echo "E: Temporary failure resolving" >&2; exit 100');
  const said = listen(t);
  await assert.rejects(ensureSystemPackages(['missing-one']), /registry cannot be reached/);
  t.mock.restoreAll();
  assert.match(said(), /missing-one/);
  debian(t, 'exit 0');
  listen(t);
  await assert.rejects(ensureSystemPackages(['missing-one']), /apt did not install missing-one/);
});

test('without root and sudo it names what to install', onDebian, async (t) => {
  const p = debian(t);
  t.mock.method(process, 'getuid', () => 1000);
  // The folder of stand-ins alone has no sudo.
  process.env.PATH = p.path.split(':')[0];
  await assert.rejects(ensureSystemPackages(['missing-one']), (error) => {
    assert.match(error.message, /no sudo/);
    assert.equal(error.remedy, 'as root: apt-get install missing-one');
    return true;
  });
});
