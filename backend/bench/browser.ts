import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { tokenKeys } from '#domain/auth/auth';
import type { BenchEnvironment } from './environment.js';

/** Starts the Chromium of the journeys; npm runs the benchmarks in the project's folder. */
export async function startBrowser(): Promise<Browser> {
  const { findChromium } = (await import(
    pathToFileURL(join(process.cwd(), 'scripts/chromium.mjs')).href
  )) as {
    findChromium: () => string | undefined;
  };
  const executablePath = findChromium();
  return chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
}

/** Opens a page of the back-office, signed in. */
export async function openPage(browser: Browser, { app, token }: BenchEnvironment): Promise<Page> {
  const page = await browser.newPage({ baseURL: app.url, viewport: { width: 1280, height: 900 } });
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [tokenKeys.token, token] as [
    string,
    string,
  ]);
  return page;
}

/** Milliseconds of processor time of the page's tasks during the action, which other processes do not affect. */
export async function taskTime(page: Page, action: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const before = await read();
  await action();
  const after = await read();
  await session.detach();
  return after - before;
}
