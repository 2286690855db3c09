import type { Db } from 'mongodb';

/** Returns the longest time of a ping while a command runs, in milliseconds; rejects if the command fails. */
export async function longestPing(db: Db, command: Promise<unknown>): Promise<number> {
  let isOver = false;
  const running = command.finally(() => (isOver = true));
  // The failure is thrown below, once the pings have ended.
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
