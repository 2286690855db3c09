import type { Db } from 'mongodb';

/** The longest that a ping waits while a command runs, in milliseconds; fails as the command does. */
export async function longestPing(db: Db, command: Promise<unknown>): Promise<number> {
  let isOver = false;
  const running = command.finally(() => (isOver = true));
  // Its failure is told below, once the pings have ended.
  running.catch(() => undefined);
  let longest = 0;
  while (!isOver) {
    const sent = performance.now();
    await db.command({ ping: 1 });
    longest = Math.max(longest, performance.now() - sent);
  }
  await running;
  return longest;
}
