// Prints how far other libraries get on the rows of the score, beside the reader of this crate.
//
//   node src-tauri/crates/when/peers/peers.mjs [path to shared]
//
// For development only: it fetches chrono-node (npm) and dateparser and parsedatetime (PyPI) into a
// temporary folder. What cannot be fetched is left out of the table. None of them gives the end of
// a period, so the starts are compared: to the minute, or to the day where a row names a day or more.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'when-peers-'));

const run = (command, args, input) =>
  execFileSync(command, args, { cwd: root, input, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'inherit'] });

const score = ['run', '-q', '-p', 'memstrata-when', '--example', 'score', '--', '--rows', ...process.argv.slice(2)];
const lines = run('cargo', score).trim().split('\n').filter(Boolean);
const rows = lines.map((line) => JSON.parse(line));

/** The answers of a peer, a local start or null for each row; undefined where it cannot be had. */
function attempt(name, answer) {
  try {
    return answer();
  } catch (error) {
    console.error(`${name} is left out: ${String(error.message).split('\n')[0]}`);
    return undefined;
  }
}

const pad = (n) => String(n).padStart(2, '0');

function chronoNode() {
  run('npm', ['install', '--silent', '--no-save', '--prefix', folder, 'chrono-node']);
  const require = createRequire(join(folder, 'node_modules', 'x.js'));
  const chrono = require('chrono-node');
  return rows.map((row) => {
    const locale = row.month_first ? chrono.en.casual : chrono.en.GB;
    const found = locale.parse(row.text, { instant: new Date(row.now), timezone: row.offset }, { forwardDate: row.ahead })[0];
    if (!found) return null;
    const at = new Date(found.start.date().getTime() + row.offset * 60000);
    return `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}T${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}`;
  });
}

function python() {
  run('python3', ['-m', 'venv', join(folder, 'venv')]);
  const bin = join(folder, 'venv', process.platform === 'win32' ? 'Scripts' : 'bin');
  run(join(bin, 'pip'), ['install', '-q', '--disable-pip-version-check', 'dateparser', 'parsedatetime']);
  const out = run(join(bin, 'python'), [join(here, 'peers.py')], lines.join('\n'));
  return out.trim().split('\n').map((line) => JSON.parse(line));
}

const answers = new Map([['ours', rows.map((row) => row.ours)]]);
const chrono = attempt('chrono-node', chronoNode);
if (chrono) answers.set('chrono-node', chrono);
const pythons = attempt('dateparser and parsedatetime', python);
if (pythons) {
  answers.set('dateparser', pythons.map((row) => row.dateparser));
  answers.set('parsedatetime', pythons.map((row) => row.parsedatetime));
}
rmSync(folder, { recursive: true, force: true });

const right = (row, start) => {
  if (row.starts.length === 0) return start === null;
  if (start === null) return false;
  const length = row.by_day ? 10 : 16;
  return row.starts.some((want) => want.slice(0, length) === start.slice(0, length));
};

const sets = [...new Set(rows.map((row) => row.set))];
const names = [...answers.keys()];
console.log('rows whose start is right (where a row names no time: rows that were read as none)');
console.log(['set'.padEnd(26), 'rows'.padStart(6), ...names.map((name) => name.padStart(14))].join(' '));
for (const set of sets) {
  const counts = names.map((name) => rows.filter((row, i) => row.set === set && right(row, answers.get(name)[i])).length);
  const all = rows.filter((row) => row.set === set).length;
  console.log([set.padEnd(26), String(all).padStart(6), ...counts.map((count) => String(count).padStart(14))].join(' '));
}
