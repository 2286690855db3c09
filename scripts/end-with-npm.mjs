// npm forwards SIGTERM only to the shell between it and the program that it started, and SIGKILL to neither: the
// program would go on as an orphan that keeps the port and the data folder.
import { readFileSync } from 'node:fs';

/** Name and parent of a process from /proc; undefined where it has exited, or there is no /proc. */
function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const nameEnd = stat.lastIndexOf(')');
    return {
      name: stat.slice(stat.indexOf('(') + 1, nameEnd),
      parent: stat.slice(nameEnd + 2).split(' ')[1],
    };
  } catch {
    return undefined;
  }
}

/** Sends SIGTERM to this process when the npm that started it has ended. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const npm = readProcess(parent)?.parent;
  // Some shells replace themselves by the program: npm is its parent then, and npm's own parent may exit.
  const watchesNpm = npm !== undefined && readProcess(npm)?.name.startsWith('npm');
  const isAlone = () => process.ppid !== parent || (watchesNpm && readProcess(parent)?.parent !== npm);
  const timer = setInterval(() => {
    if (!isAlone()) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}
