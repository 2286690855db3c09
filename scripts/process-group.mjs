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

/** The sum of the processor seconds that the shell's `times` tells: minutes and seconds of users and of the system. */
const secondsOf = (times) =>
  [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + minutes * 60 + +seconds,
    0,
  );

/**
 * Runs a program in a process group of its own, so that nothing that it started outlives it. Returns whether it
 * succeeded, and the processor seconds of it and of what it waited for; it is ended after `longest` minutes.
 */
export function runInGroup(command, args, { env, longest }) {
  const line = [command.replace(`${root}/`, ''), ...args].join(' ');
  console.log(`\n> ${line}`);
  return new Promise((resolve) => {
    // The shell's own count: Node has none of the processes that it waited for.
    const counting = '"$0" "$@"; code=$?; times >&3; exit $code';
    const child = spawn('sh', ['-c', counting, command, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
      env,
      detached: true,
    });
    const { pid } = child;
    let times = '';
    child.stdio[3].on('data', (data) => (times += data));
    if (pid) groups.add(pid);
    const limit = setTimeout(() => {
      console.log(`\n${line} did not end within ${longest} minutes and is stopped`);
      killGroup(pid);
    }, longest * 60_000);
    const done = (succeeded) => {
      clearTimeout(limit);
      groups.delete(pid);
      resolve({ succeeded, seconds: secondsOf(times) });
    };
    child.on('error', () => done(false));
    child.on('exit', () => killGroup(pid));
    child.on('close', (code) => done(code === 0));
  });
}
