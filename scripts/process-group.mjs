// Runs the parts of the tests, each in a process group of its own.
import { spawn } from 'node:child_process';
import { root } from './build-system.mjs';

const groups = new Set();
const killGroup = (pid) => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
};
// A process group of its own does not receive the terminal's Ctrl-C.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    for (const pid of groups) killGroup(pid);
    process.exit(1);
  });

/**
 * Runs a program in a process group of its own, so that nothing that it started outlives it. Returns whether it
 * succeeded; it is ended after `longest` minutes.
 */
export function runInGroup(command, args, { env, longest }) {
  const line = [command.replace(`${root}/`, ''), ...args].join(' ');
  console.log(`\n> ${line}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
      detached: true,
    });
    const { pid } = child;
    if (pid) groups.add(pid);
    const limit = setTimeout(() => {
      console.log(`\n${line} did not end within ${longest} minutes and is stopped`);
      killGroup(pid);
    }, longest * 60_000);
    const done = (succeeded) => {
      clearTimeout(limit);
      groups.delete(pid);
      resolve(succeeded);
    };
    child.on('error', () => done(false));
    child.on('exit', (code) => {
      killGroup(pid);
      done(code === 0);
    });
  });
}
