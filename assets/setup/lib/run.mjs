// Running other programs: their output is passed on as it comes and kept for those who must read
// it afterwards. Judging it is left to the callers.

import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const KEPT = 4_000_000;

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: object, show?: boolean, input?: 'inherit'|'ignore', own?: boolean}} [options]
 *   `show` passes the output on; `env` is added to this process's; `own` ends with the program
 *   whatever it started and left running
 * @returns {Promise<{code: number, output: string, stdout: string}>} 127 where there is no such program
 */
export function run(command, args, { cwd, env, show = false, input = 'ignore', own = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: [input, 'pipe', 'pipe'],
      detached: own,
    });
    const endGroup = () => {
      try {
        process.kill(-child.pid, 'SIGTERM');
      } catch {
        // nothing of it is left
      }
    };
    const interrupted = () => {
      endGroup();
      process.exit(130);
    };
    if (own) process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    let output = '';
    let stdout = '';
    const keep = (kept, chunk) => (kept + chunk).slice(-KEPT);
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output = keep(output, chunk);
      stdout = keep(stdout, chunk);
      if (show) process.stdout.write(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      output = keep(output, chunk);
      if (show) process.stderr.write(chunk);
    });
    child.on('error', (error) => {
      resolve({ code: error.code === 'ENOENT' ? 127 : 126, output: `${output}${error.message}`, stdout });
    });
    // What is left running would hold the output open, and 'close' would wait for it.
    if (own) child.on('exit', () => endGroup());
    child.on('close', (code, signal) => {
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      resolve({ code: code ?? 128, output: signal ? `${output}\nended by ${signal}` : output, stdout });
    });
  });
}

/** The path of a program, as the shell would find it; null where there is none. */
export function which(program) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  for (const dir of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    for (const ending of endings) {
      const path = join(dir, program + ending);
      try {
        accessSync(path, constants.X_OK);
        if (statSync(path).isFile()) return path;
      } catch {
        // not here
      }
    }
  }
  return null;
}

/** How to call the npm that runs this script: through node, so that no shell is needed on Windows. */
export function npm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') || script?.endsWith('.cjs')
    ? [process.execPath, [script, ...args]]
    : ['npm', args];
}
