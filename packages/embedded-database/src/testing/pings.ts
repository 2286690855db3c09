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

/**
 * Returns the share of a command's time that its longest ping takes, the smallest of three runs: a command that blocks
 * does so every time, a busy machine only now and then.
 * @param prepare runs before each
 */
export async function shareOfLongestPing(
  db: Db,
  run: () => Promise<unknown>,
  prepare?: () => Promise<unknown>,
): Promise<number> {
  const shares: number[] = [];
  for (let runs = 0; runs < 3; runs++) {
    await prepare?.();
    const started = performance.now();
    const longest = await longestPing(db, run());
    shares.push(longest / (performance.now() - started));
  }
  return Math.min(...shares);
}
