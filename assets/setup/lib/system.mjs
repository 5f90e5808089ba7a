// Packages of the operating system. On Debian and its kin they are installed by apt, announced
// beforehand; elsewhere they are named and set-up stops.

import { existsSync, readFileSync } from 'node:fs';

import { SetupError, commandFailed } from './errors.mjs';
import { run, which } from './run.mjs';
import { say } from './steps.mjs';
import { pythonWithPip } from './toolchain.mjs';

/** What the terminal's program needs: a C compiler for SQLite and the search kernels. */
export const TERMINAL = ['build-essential', 'pkg-config'];
/** What the window needs on top. */
export const WINDOW = ['libwebkit2gtk-4.1-dev', 'librsvg2-dev'];
/** What the tests need on top: a display without a screen, and the driver of the window. */
export const TESTS = ['webkit2gtk-driver', 'xvfb', 'xauth', 'imagemagick', 'fonts-dejavu-core'];

const ELSEWHERE = {
  fedora: 'sudo dnf install gcc gcc-c++ make pkgconf-pkg-config webkit2gtk4.1-devel librsvg2-devel',
  arch: 'sudo pacman -S --needed base-devel webkit2gtk-4.1 librsvg',
};
const TEST_NAMES = 'WebKitWebDriver (WebKitGTK’s driver), Xvfb with xvfb-run, and ImageMagick';

/**
 * Installs or names what is missing.
 * @param {string[]} packages Debian names
 */
export async function ensureSystemPackages(packages) {
  if (process.platform !== 'linux') return checkOtherSystem();
  if (!existsSync('/etc/debian_version') || !which('apt-get')) return checkOtherLinux(packages);
  const wanted = (await pythonWithPip()) ? packages : [...packages, 'python3-pip'];
  const missing = await missingPackages(wanted);
  if (missing.length === 0) return `${wanted.length} packages, all there`;
  await install(missing);
  const still = await missingPackages(missing);
  if (still.length > 0) {
    throw new SetupError(`apt did not install ${still.join(', ')}`, `apt-get install ${still.join(' ')}`);
  }
  return `${missing.length} packages installed`;
}

async function missingPackages(packages) {
  const result = await run('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n', ...packages]);
  const installed = new Set(
    result.stdout.split('\n').filter((line) => line.endsWith(' installed')).map((line) => line.split(' ')[0]),
  );
  return packages.filter((name) => !installed.has(name));
}

async function install(missing) {
  const root = process.getuid() === 0;
  const command = `apt-get install ${missing.join(' ')}`;
  if (!root && !which('sudo')) {
    throw new SetupError(
      `these Debian packages are missing, and there is no sudo to install them with: ${missing.join(' ')}`,
      `as root: ${command}`,
    );
  }
  say(`      missing: ${missing.join(', ')}`);
  say(
    root
      ? '      apt installs them now, with what they need (on a bare Debian 270 MB to fetch, 1.1 GB on disk)'
      : '      apt installs them now through sudo, which may ask for your password (on a bare Debian 270 MB to fetch, 1.1 GB on disk)',
  );
  const apt = (args) => {
    const line = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-y', ...args];
    const [program, ...rest] = root ? line : ['sudo', ...line];
    return run(program, rest, { show: true, input: 'inherit' });
  };
  const remedy = `look at what apt says above, then run by hand: ${root ? '' : 'sudo '}${command}`;
  const proxy = 'apt reads its proxy from /etc/apt/apt.conf.d';
  const update = await apt(['-q', 'update']);
  if (update.code !== 0) throw commandFailed('apt-get update', update, '/var', proxy, remedy);
  const result = await apt(['-q', 'install', '--no-install-recommends', ...missing]);
  if (result.code !== 0) throw commandFailed('apt-get install', result, '/usr', proxy, remedy);
}

async function checkOtherLinux(packages) {
  const window = packages.includes(WINDOW[0]);
  const lacks = [];
  if (!which('cc')) lacks.push('a C compiler (cc)');
  if (!which('pkg-config')) lacks.push('pkg-config');
  for (const library of window ? ['webkit2gtk-4.1', 'librsvg-2.0'] : []) {
    if ((await run('pkg-config', ['--exists', library])).code !== 0) lacks.push(`the development files of ${library}`);
  }
  if (packages.includes(TESTS[0]) && !(which('WebKitWebDriver') && which('xvfb-run'))) lacks.push(TEST_NAMES);
  if (lacks.length === 0) return 'all there';
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const kin = Object.keys(ELSEWHERE).find((name) => new RegExp(`^ID(_LIKE)?=.*${name}`, 'm').test(release));
  throw new SetupError(
    `this system lacks ${lacks.join(', ')}`,
    kin ? `${ELSEWHERE[kin]}${packages.includes(TESTS[0]) ? `, and ${TEST_NAMES}` : ''}` : 'install them with the package manager of this system.',
  );
}

async function checkOtherSystem() {
  if (process.platform === 'darwin' && (await run('xcode-select', ['-p'])).code !== 0) {
    throw new SetupError('the Xcode command line tools are missing', 'xcode-select --install');
  }
  return process.platform === 'win32'
    ? 'needed: Microsoft C++ Build Tools and WebView2 (part of Windows 11); not checked here'
    : 'the Xcode command line tools are there';
}
