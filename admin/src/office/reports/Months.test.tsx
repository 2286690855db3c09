import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Books, BooksMonth } from '#domain/ledger/books';
import { HttpError } from '#browser/http';
import { i18nProvider } from '../../app/resources.js';
import { createQueryClient } from '../../data/queryClient.js';
import { featureKeys } from '../../data/store.js';
import { signInAs } from '../../data/session/testing.js';
import { ExportsProvider } from '../../ui/exports/ExportsProvider.js';
import { answering } from '../../data/testing.js';
import { DialogsProvider } from '../../ui/page/dialogs.js';
import { Months } from './Months.js';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-26T12:00:00Z') });
  signInAs('admin');
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

// The tests' browser has no layout to scroll.
beforeAll(() => (Element.prototype.scrollIntoView = () => {}));
afterAll(() => Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));

const line = (month: string, fields: Partial<BooksMonth> = {}): BooksMonth => ({
  month,
  currency: 'CAD',
  opening: 300,
  received: 1000,
  refunded: 50,
  shortfalls: 25,
  sales: 975,
  returns: 0,
  closing: 300,
  usd: 711.75,
  count: 1,
  late: 0,
  ways: { bank: 600, card: 0, cash: 400, cheque: 0, other: 0 },
  ...fields,
});
const books: Books = {
  closedUntil: '2026-09-30',
  closedBy: 'ann',
  closedAt: '2026-10-02T10:00:00.000Z',
  now: [{ currency: 'CAD', deposits: 300, surplus: 10, missing: 5 }],
  months: [line('2026-11'), line('2026-10', { late: 2 }), line('2026-09')],
};
const accounts = [
  { key: 'cash', name: 'Cash', isDefault: true },
  { key: 'sales', name: '4000', isDefault: false },
  { key: 'xeroTaxRate', name: 'Tax Exempt', isDefault: true },
];
const getBooks = vi.fn();
const closeBooks = vi.fn();
const countTransactions = vi.fn();
const countCardEvents = vi.fn();
const exportRows = vi.fn().mockResolvedValue(undefined);
const download = vi.fn();
const getList = vi.fn();

async function show(
  found: Books = books,
  counts: () => unknown = () => ({ timeZone: 'UTC', cards: {} }),
  unread?: HttpError,
) {
  vi.resetAllMocks();
  getList.mockImplementation(() =>
    unread ? Promise.reject(unread) : Promise.resolve({ data: [], total: 0 }),
  );
  getBooks.mockReturnValue(found);
  countTransactions.mockReturnValue({ counts: { ready: 1, review: 2 } });
  countCardEvents.mockReturnValue({ pagination: { total: 1 } });
  const call = answering({
    'GET /books': getBooks,
    'GET /books/accounts': () => ({ accounts }),
    'POST /books/close': closeBooks,
    'GET /counts': counts,
    'GET /bank-transactions': countTransactions,
    'GET /card-events': countCardEvents,
    'GET /bank-accounts': () => ({ bankAccounts: [{ _id: 'a' }] }),
    'GET /bank-accounts/{id}': () => ({ gaps: [{ after: '2026-11-01' }] }),
  });
  render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={{ call, download, exportRows, getList } as never}
        store={memoryStore({ [featureKeys.cards]: true, [featureKeys.documents]: true })}
        i18nProvider={i18nProvider}
        queryClient={createQueryClient()}
      >
        <ExportsProvider>
          <DialogsProvider>
            <Months />
          </DialogsProvider>
        </ExportsProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  await screen.findByText(found.months.length ? 'Oct 2026' : 'No past month has any money yet');
}
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(await screen.findByRole('button', { name })));

it('has a line of each currency for every past month, with what is closed and what came late', async () => {
  await show();
  const table = screen.getByRole('table', { name: 'Months' });
  const names = within(table)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent?.replace('Download PackageJournal for', ''));
  expect(names).toEqual(['Oct 2026', 'Sep 2026ClosedOpen Again']);
  expect(table.textContent).toContain('2 bookings came late: their own days lie before Oct 2026.');
  expect(screen.getByText(/Closed until Sep 30, 2026, by ann/)).toBeTruthy();
  expect(screen.getByText(/deposits CA\$300.00, surplus CA\$10.00, less missing CA\$5.00/)).toBeTruthy();
});

it('downloads a month for the accountant, and its journal for a program', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }),
  );
  await show();
  expect(await screen.findByText(/name these accounts by default: Cash\. /)).toBeTruthy();
  download.mockResolvedValueOnce({ file: new Blob(), name: 'package-2026-10.zip' });
  await press('Download Package: Oct 2026');
  const names = () => saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download);
  await vi.waitFor(() => expect(names()).toEqual(['package-2026-10.zip']));
  expect(download).toHaveBeenCalledWith('GET /books/{month}/package', { month: '2026-10' });
  download.mockResolvedValueOnce({ file: new Blob(), name: 'journal.zip' });
  await press('Journal for …: Sep 2026');
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'QuickBooks',
    'Xero',
    'Beancount',
  ]);
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: 'Xero' })));
  const query = { format: 'xero', from: '2026-09-01', to: '2026-09-30' };
  expect(download).toHaveBeenLastCalledWith('GET /books/journal', { query });
  await vi.waitFor(() => expect(names()).toEqual(['package-2026-10.zip', 'journal.zip']));
  saved.mockRestore();
});

it('exports the bookings of a month in which some came late', async () => {
  await show();
  await press('Export Bookings');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Export CSV' }));
  const query = { from: '2026-10-01', to: '2026-10-31' };
  const request = { resource: 'books', format: 'csv', query };
  expect(exportRows).toHaveBeenCalledWith(request, expect.any(Function), expect.anything());
});

it('shows the whole line of a month as a sheet', async () => {
  await show();
  await press('Open the sheet of Oct 2026, CAD');
  const rows = within(screen.getByRole('dialog', { name: 'Books of Oct 2026, CAD' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'OpeningCA$300.00',
    '+ ReceivedCA$1,000.00',
    'BankCA$600.00',
    'CashCA$400.00',
    '− Given BackCA$50.00',
    '+ Bank Fees AcceptedCA$25.00',
    '− SalesCA$975.00',
    '+ ReturnsCA$0.00',
    'ClosingCA$300.00',
    'Payments (begun less ended)1',
    'Sales Less Returns (USD)$711.75',
    'Late Bookings2',
  ]);
});

it('asks before a month is closed, with its numbers and what is open in it', async () => {
  await show();
  await press('Close Month');
  const dialog = screen.getByRole('dialog', { name: 'Close Month' });
  expect(dialog.textContent).toContain('Nothing up to Oct 31, 2026 changes any more.');
  const open = await within(dialog).findByText('3 bank transactions are not matched.');
  const table = within(dialog).getByRole('table', { name: 'Oct 2026' });
  expect(table.textContent).toContain('SalesCA$975.00');
  expect(open.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(dialog.textContent).toContain('1 card event is held.');
  expect(dialog.textContent).not.toContain('gap');
  const filterOf = (count: typeof countTransactions) => count.mock.lastCall![0].query.filter as unknown;
  expect(filterOf(countTransactions)).toEqual({ day: { lte: '2026-10-31' } });
  expect(filterOf(countCardEvents)).toEqual({
    state: 'held',
    createdAt: { lte: '2026-10-31T23:59:59.999Z' },
  });
  closeBooks.mockRejectedValueOnce(new HttpError('Try again', 503));
  await press('Close Oct 2026');
  await within(dialog).findByText('Try again');
  closeBooks.mockResolvedValueOnce({ ...books, closedUntil: '2026-10-31' });
  await press('Close Oct 2026');
  expect(closeBooks).toHaveBeenLastCalledWith({ body: { until: '2026-10-31' } });
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('asks for what is open, and says what it does not know, where the counts cannot be read', async () => {
  await show(books, () => Promise.reject(new HttpError('No counts', 400)), new HttpError('No papers', 400));
  await screen.findByText('No papers');
  await press('Close Month');
  await screen.findByText('1 card event is held.');
});

it('shows what adds up to the closing, in each currency, what was let go too', async () => {
  const october = [line('2026-10'), line('2026-10', { currency: 'USD', shortfalls: 0, closing: 275 })];
  await show({ ...books, months: october });
  const parts = ['Opening', 'Received', 'Given Back', 'Bank Fees Accepted', 'Sales', 'Returns', 'Closing'];
  const columns = within(screen.getByRole('table', { name: 'Months' })).getAllByRole('columnheader');
  expect(columns.map(({ textContent }) => textContent)).toEqual(['Month', ...parts]);
  await press('Close Month');
  const table = within(screen.getByRole('dialog')).getByRole('table', { name: 'Oct 2026' });
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells[0]).toEqual(['', 'CAD', 'USD']);
  expect(cells.slice(1).map(([name]) => name)).toEqual(parts);
  const sumOf = (column: number) =>
    cells.slice(1).map((row) => Number((row[column] ?? '').replace(/[^\d.-]/g, '')));
  for (const column of [1, 2]) {
    const [opening = 0, received = 0, refunded = 0, accepted = 0, sales = 0, returns = 0, closing] =
      sumOf(column);
    expect(opening + received - refunded + accepted - (sales - returns)).toBe(closing);
  }
});

it('opens the newest closed month again, with a reason', async () => {
  await show();
  await press('Open Again: Sep 2026');
  const submit = within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', {
    name: 'Open Again',
  });
  expect(submit.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: ' A late file ' } });
  closeBooks.mockResolvedValueOnce(books);
  await act(async () => fireEvent.click(submit));
  expect(closeBooks).toHaveBeenCalledWith({ body: { until: '2026-08-31', reason: 'A late file' } });
});

it.each(['2026-07-31', '2026-10-31'])(
  'neither closes months nor opens others where a colleague has closed the books until %s meanwhile',
  async (closedUntil) => {
    await show();
    await press('Open Again: Sep 2026');
    getBooks.mockReturnValue({ ...books, closedUntil });
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: 'A late file' } });
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Open Again' })));
    expect((await dialog.findByRole('alert')).textContent).toMatch(/changed by someone else/);
    expect(closeBooks).not.toHaveBeenCalled();
  },
);

it('lets a manager look and close nothing', async () => {
  signInAs('manager');
  await show();
  expect(screen.queryByRole('button', { name: 'Close Month' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Open Again/ })).toBeNull();
});

it('closes nothing where every past month is closed, and says where there is none', async () => {
  await show({ ...books, closedUntil: '2026-10-31' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close Month' }).disabled).toBe(true);
  cleanup();
  await show({ ...books, closedUntil: null, months: [], now: [] });
  expect(screen.queryByRole('table')).toBeNull();
});
