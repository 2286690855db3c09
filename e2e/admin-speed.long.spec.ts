import type { Page } from '@playwright/test';
import { pages } from '#domain/platform/pages';
import type { Payment } from '#domain/payments/payments';
import { createCustomer, createPayment, expectPage, row, signedIn } from './support/admin.js';
import { expect, test } from './support/test.js';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Processor time of a task in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** Returns the page's longest task during the action, in ms of processor time, which other processes do not affect. */
async function longestTask(page: Page, action: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page is in no browser');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await action();
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pages = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(thread),
  );
  const tasks = trace.traceEvents.filter(
    (event) => event.name === 'ThreadControllerImpl::RunTask' && pages.has(thread(event)),
  );
  expect(tasks.length).toBeGreaterThan(0);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

/** Draws a table of 12,000 plain cells, in one task, and removes it. */
const drawPlainTable = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const table = document.createElement('table');
    document.body.append(table);
    for (let row = 0; row < 1500; row++) {
      const cells = table.insertRow();
      for (let column = 0; column < 8; column++) cells.insertCell().textContent = `cell ${row} ${column}`;
    }
    table.getBoundingClientRect();
    table.remove();
  });

test('a list of fifty rows is drawn without a task longer than that of 12,000 plain cells', async ({
  page,
  server,
}) => {
  const customer = await createCustomer(server);
  const made: Payment[] = [];
  // A few at a time: all of them write to one customer, so they wait for each other's locks.
  while (made.length < 50)
    made.push(...(await Promise.all(Array.from({ length: 5 }, () => createPayment(server, customer)))));
  await signedIn(page, server);
  await page.goto(`${pages.payments}?perPage=5`);
  await expectPage(page, 'Payments');
  await expect(page.getByRole('row')).toHaveCount(6);
  const showRows = async (count: number) => {
    await page.getByRole('combobox', { name: 'Rows per page:' }).click();
    await page.getByRole('option', { name: String(count), exact: true }).click();
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(page.getByRole('row')).toHaveCount(count + 1);
  };
  // In turn, and their medians: other journeys share the processor.
  const [list, plain]: [number[], number[]] = [[], []];
  for (let times = 0; times < 3; times++) {
    list.push(
      await longestTask(page, async () => {
        await showRows(50);
        await expect(row(page, made[0]?.referenceNumber ?? '')).toBeVisible();
      }),
    );
    plain.push(await longestTask(page, () => drawPlainTable(page)));
    await showRows(5);
  }
  const median = (times: number[]) => times.sort((one, other) => one - other)[1] ?? NaN;
  expect(median(list)).toBeLessThanOrEqual(median(plain));
});
