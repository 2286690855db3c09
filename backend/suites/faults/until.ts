import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition; throws where it does not come within `patience` milliseconds. */
export async function until(condition: () => boolean | Promise<boolean>, patience = 20_000): Promise<void> {
  const end = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited ${patience} ms in vain for ${condition.toString()}`);
    await delay(25);
  }
}
