import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition; throws where it does not come within `timeoutMs` milliseconds. */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain for ${condition.toString()}`);
    await delay(25);
  }
}
