import { faker } from '@faker-js/faker';
import type { Browser, Page } from '@playwright/test';
import { pages } from '#domain/platform/pages';
import { type BenchmarkGroup, type Sample, sized } from '../../packages/embedded-database/bench/benchmark.js';
import { openPage, startBrowser, taskTime } from './browser.js';
import { type BenchEnvironment, openWorld } from './environment.js';
import { importFile } from './reconcile.js';
import { noisyTransfers, waitingPayments } from './transfers.js';

const rows = 50;
const quietMs = 500;

interface Screens {
  environment: BenchEnvironment;
  browser: Browser;
}

const listOf = (path: string, filter: object) =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify(filter), perPage: String(rows) })}`;

/** Returns the number of GET calls that the page sends from the action on, until it has sent none for a while. */
async function countGets(page: Page, action: () => Promise<void>): Promise<number> {
  let count = 0;
  let last = performance.now();
  page.on('request', (request) => {
    last = performance.now();
    if (request.method() === 'GET' && new URL(request.url()).pathname.startsWith('/api/')) count++;
  });
  await action();
  while (performance.now() - last < quietMs) await new Promise((resolve) => setTimeout(resolve, quietMs / 5));
  return count;
}

/** Marks the first payment of the list with another status, and returns the number of GET calls that follow. */
async function getsAfterChange({ environment, browser }: Screens): Promise<number> {
  const page = await openPage(browser, environment);
  await page.goto(listOf(pages.payments, { paymentMethod: 'interac' }), { waitUntil: 'networkidle' });
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  const count = await countGets(page, async () => {
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'PATCH'),
      // These two ask nothing first, and one of them is not the present one.
      page
        .getByRole('menuitem', { name: /^Mark as (Paid|Pending)$/, disabled: false })
        .first()
        .click(),
    ]);
  });
  await page.close();
  return count;
}

/** The processor time of `j` through all rows beside the open transaction, and of drawing the same without a program. */
async function timeOfRows({ environment, browser }: Screens): Promise<Sample> {
  const page = await openPage(browser, environment);
  await page.goto(listOf(pages.reconcile, { state: 'review' }), { waitUntil: 'networkidle' });
  const links = page.locator('[data-row-link]');
  await links.nth(rows - 1).waitFor();
  const ids = await links.evaluateAll((found) => found.map((link) => link.getAttribute('data-row-link')));
  await links.first().click();
  const isOpen = (id: string | null) => page.locator(`[data-beside="${id}"] .ra-field`).first().waitFor();
  await isOpen(ids[0]!);
  const measured = await taskTime(page, async () => {
    for (const id of ids.slice(1)) {
      await page.keyboard.press('j');
      await isOpen(id);
    }
  });
  const limit = await taskTime(page, () =>
    page.evaluate(async (times) => {
      const parts = ['#reconcile-list', '[data-beside]'].map((part) => document.querySelector(part)!);
      const grid = parts[1]!.parentElement!;
      for (let time = 0; time < times; time++) {
        const copies = parts.map((part) => part.cloneNode(true));
        grid.append(...copies);
        await new Promise((resolve) => requestAnimationFrame(resolve));
        for (const copy of copies) grid.removeChild(copy);
      }
    }, rows - 1),
  );
  await page.close();
  return { measured: measured / (rows - 1), limit: limit / (rows - 1), unit: 'ms' };
}

export const screenBenchmarks: BenchmarkGroup<Screens> = {
  open: async () => {
    faker.seed(3);
    const environment = await openWorld(sized(1000, 200));
    const waiting = await waitingPayments(environment.connection, 'CAD');
    await importFile(environment, noisyTransfers(waiting, 400));
    return { environment, browser: await startBrowser() };
  },
  close: async ({ environment, browser }) => {
    await browser.close();
    await environment.close();
  },
  benchmarks: [
    {
      name: 'screens-status-change',
      what: 'GET calls after the status of a payment was changed in its list',
      limit: 'three: the list with its counts, the numbers of the drawer, and one to spare',
      goal: 1,
      direction: 'atMost',
      run: async (screens) => ({ measured: await getsAfterChange(screens), limit: 3, unit: 'calls' }),
    },
    {
      name: 'screens-next-row',
      what: `j through ${rows} transactions beside the open one, processor time of each press`,
      limit: 'the same rows and panel drawn anew without a program',
      goal: 4,
      direction: 'atMost',
      run: timeOfRows,
    },
  ],
};
