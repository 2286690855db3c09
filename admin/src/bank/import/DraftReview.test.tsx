import type { CsvMapping } from '#bank-files/contract';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MappingInput, StatementPreview } from '#domain/bank/reconciliation';
import { i18nProvider } from '../../app/resources.js';
import { createQueryClient } from '../../data/queryClient.js';
import { recordKey } from '../../data/recordCache.js';
import type { StatementDraftRecord } from '../../data/reconciliationMethods.js';
import { StatementDraftSection } from './DraftReview.js';
import { signInAs } from '../../data/session/testing.js';

const mapping: CsvMapping = {
  ...{ delimiter: ',', headerRow: 1, date: 0, text: [1], amount: 2, dateOrder: 'YMD', decimal: '.' },
};

const row = { row: 2, currency: 'CAD', status: 'new' } as const;
const received = { ...row, day: '2026-11-05', amount: 2256.61, payer: 'JANE SMITH', text: 'E-TRANSFER' };
const paid = { ...row, row: 3, day: '2026-11-06', amount: -12.5, text: 'FEE' };

const readPreview: StatementPreview = {
  ...{ rows: [received, paid], new: 2, known: 0, suspected: [], suspectedRows: [], skipped: {} },
  ...{ unreadable: [], questions: [], examples: [received, paid], total: 2244.11 },
  ...{ from: '2026-11-05', to: '2026-11-06' },
};

function aDraft(
  preview: Partial<StatementPreview> = {},
  fields: Partial<StatementDraftRecord> = {},
): StatementDraftRecord {
  return {
    ...{ _id: 'd', id: 'd', bankAccountId: 'a', fileName: 'bank.csv', format: 'csv', state: 'draft' },
    ...{ size: 100, from: null, to: null, createdAt: '2026-11-20T12:00:00Z', createdBy: 'admin' },
    columns: [
      { index: 0, name: 'Date', samples: ['2026-11-05'] },
      { index: 1, name: 'Description', samples: ['E-TRANSFER'] },
      { index: 2, name: 'Amount', samples: ['2256.61'] },
      { index: 3, name: 'Kind', samples: ['Af'] },
    ],
    ...{ mapping, excluded: [], included: [] },
    preview: { ...readPreview, ...preview },
    ...fields,
  };
}

const accounts = [
  { _id: 'a', id: 'a', name: 'RBC Business', currency: 'CAD', lastDigits: '5678' },
  { _id: 'b', id: 'b', name: 'TD Chequing', currency: 'CAD', lastDigits: '1234' },
];

/** The calls that the server has not answered yet. */
let open: {
  input: MappingInput;
  answer: (draft: StatementDraftRecord) => void;
  fail: (why: Error) => void;
}[];
const provider = {
  getOne: vi.fn<DataProvider['getOne']>(),
  getBankAccounts: () => Promise.resolve(accounts),
  setStatementMapping: (_id: string, input: MappingInput) =>
    new Promise((answer, fail) => open.push({ input, answer, fail })),
  importStatement: vi.fn(() => Promise.resolve({ imported: 2, known: 0, ready: 0, review: 2 })),
  downloadStatement: vi.fn(() => Promise.resolve(new Blob(['file']))),
  uploadStatement: vi.fn(),
  delete: vi.fn(() => Promise.resolve({ data: {} })),
};

configure({ asyncUtilTimeout: 20_000 });

beforeEach(() => {
  signInAs('admin');
  open = [];
  vi.clearAllMocks();
});
afterEach(cleanup);

/** Shows a draft as it was uploaded. */
async function show(draft: StatementDraftRecord) {
  const moved = vi.fn();
  const client = createQueryClient();
  client.setQueryData(recordKey('statements', 'd'), draft);
  render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={provider as unknown as DataProvider}
        i18nProvider={i18nProvider}
        queryClient={client}
      >
        <StatementDraftSection
          id="d"
          isUploaded
          onMoved={moved}
          onClose={() => undefined}
          onLeft={() => undefined}
        />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  await screen.findByRole('heading', { name: 'Preview of bank.csv' });
  return { moved };
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const importButton = () => button(/^Import \d/);
const column = (name: string) => screen.getByRole('combobox', { name: `Read ${name} as` });

async function choose(name: string, option: string) {
  fireEvent.mouseDown(column(name));
  fireEvent.click(await screen.findByRole('option', { name: option }));
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
}

it('a file whose columns are not complete on the screen cannot be imported, and says why', async () => {
  await show(aDraft());
  expect(importButton().disabled).toBe(false);
  await choose('Date', 'Not Read');
  expect(importButton().disabled).toBe(true);
  expect(screen.getByRole('status').textContent).toMatch(/First choose a column for the date/);
  expect(screen.queryByText('The first 2 rows')).toBeNull();
  expect(open).toEqual([]);
});

it('an answer that comes late changes nothing newer', async () => {
  await show(aDraft());
  await choose('Kind', 'Text');
  await waitFor(() => expect(open).toHaveLength(1));
  await choose('Description', 'Payer');
  open[0]!.answer(aDraft({}, { mapping: open[0]!.input.mapping }));
  await waitFor(() => expect(open).toHaveLength(2));
  expect(column('Description').textContent).toBe('Payer');
  expect(importButton().disabled).toBe(true);
  open[1]!.answer(aDraft({ new: 7 }, { mapping: open[1]!.input.mapping }));
  await waitFor(() => expect(button('Import 7 Transactions').disabled).toBe(false));
  expect(column('Description').textContent).toBe('Payer');
  expect(column('Kind').textContent).toBe('Text');
});

it('columns that are not complete stay on the screen when an earlier answer comes', async () => {
  await show(aDraft());
  await choose('Kind', 'Text');
  await waitFor(() => expect(open).toHaveLength(1));
  await choose('Date', 'Not Read');
  open[0]!.answer(aDraft({ new: 7 }, { mapping: open[0]!.input.mapping }));
  await waitFor(() => expect(screen.getByText('Import 7 Transactions')).toBeDefined());
  expect(column('Date').textContent).toBe('Not Read');
  expect(importButton().disabled).toBe(true);
});

it('a reading that failed is not imported, and can be asked for again', async () => {
  await show(aDraft());
  await choose('Kind', 'Text');
  await waitFor(() => expect(open).toHaveLength(1));
  provider.getOne.mockResolvedValue({ data: aDraft() });
  open[0]!.fail(new Error('Down'));
  fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(importButton().disabled).toBe(true);
  await waitFor(() => expect(open).toHaveLength(2));
  expect(open[1]!.input.mapping?.text).toEqual([1, 3]);
  open[1]!.answer(aDraft({}, { mapping: open[1]!.input.mapping }));
  await waitFor(() => expect(importButton().disabled).toBe(false));
});

it('neither an uploaded draft nor a changed one is asked for again', async () => {
  await show(aDraft());
  await choose('Kind', 'Text');
  await waitFor(() => expect(open).toHaveLength(1));
  open[0]!.answer(aDraft({ new: 3 }, { mapping: open[0]!.input.mapping }));
  await screen.findByText('Import 3 Transactions');
  expect(provider.getOne).not.toHaveBeenCalled();
});

it('a first reading is asked about with a row each way in words', async () => {
  await show(aDraft({ questions: ['confirm'] }));
  const question = screen.getByRole('group', { name: 'Is this right?' });
  within(question).getByText('Nov 5, 2026: received CA$2,256.61 from JANE SMITH');
  within(question).getByText('Nov 6, 2026: paid CA$12.50, FEE');
  expect(importButton().disabled).toBe(true);
  fireEvent.click(button('Yes, This Is Right'));
  await waitFor(() => expect(open[0]?.input).toEqual({ mapping, confirmed: true }));
  open[0]!.answer(aDraft());
  await waitFor(() => expect(document.activeElement).toBe(importButton()));
  expect(importButton().disabled).toBe(false);
});

it('a first reading without money one way says so', async () => {
  await show(aDraft({ questions: ['confirm'], examples: [received] }));
  screen.getByText('No row is read as money that went out.');
});

it('a first reading is turned the other way round, and its columns are changed', async () => {
  await show(aDraft({ questions: ['confirm'] }));
  fireEvent.click(button('Change the Columns'));
  expect(document.activeElement).toBe(column('Date'));
  fireEvent.click(button('The Other Way Round'));
  await waitFor(() => expect(open[0]?.input).toEqual({ mapping: { ...mapping, reversed: true } }));
});

it('no row is told in words while it is open how the columns are read', async () => {
  await show(aDraft({ questions: ['dateOrder', 'confirm'] }));
  expect(screen.queryByRole('group', { name: 'Is this right?' })).toBeNull();
  expect(importButton().disabled).toBe(true);
});

it('a file of another account is moved to the one that it names, or kept', async () => {
  const { moved } = await show(aDraft({ questions: ['account'], fileAccounts: ['0001-1234'] }));
  const question = screen.getByRole('group', { name: 'Is this the right account?' });
  within(question).getByText('This file is of an account ending in 0001-1234; RBC Business ends in 5678.');
  provider.uploadStatement.mockResolvedValue(aDraft({}, { _id: 'e', id: 'e' }));
  fireEvent.click(button('Import into TD Chequing'));
  await waitFor(() => expect(moved).toHaveBeenCalledOnce());
  expect(provider.uploadStatement).toHaveBeenCalledWith('b', expect.objectContaining({ name: 'bank.csv' }));
  await waitFor(() => expect(provider.delete).toHaveBeenCalledWith('statements', { id: 'd' }));
  fireEvent.click(button('Import into RBC Business Anyway'));
  await waitFor(() => expect(open[0]?.input).toEqual({ account: true }));
});

it('each word of a direction column is asked for, with the guess filled in', async () => {
  const example = { row: 2, amount: '12.50', text: 'FEE' };
  await show(
    aDraft(
      {
        questions: ['direction'],
        directionWords: [
          { word: 'AF', isOpen: true, rows: 3, example },
          { word: 'BIJ', direction: 'in', isOpen: false, rows: 1, example },
        ],
      },
      { mapping: { ...mapping, direction: 3 } },
    ),
  );
  const answer = button('Read It This Way');
  expect(answer.disabled).toBe(true);
  const choice = (word: string, name: string) =>
    within(screen.getByRole('radiogroup', { name: `Direction of ${word}` })).getByRole<HTMLInputElement>(
      'radio',
      { name },
    );
  expect(choice('BIJ', 'Money In').checked).toBe(true);
  fireEvent.click(choice('AF', 'Money Out'));
  fireEvent.click(answer);
  await waitFor(() =>
    expect(open[0]?.input.mapping).toEqual({
      ...mapping,
      direction: 3,
      directions: { AF: 'out', BIJ: 'in' },
    }),
  );
});

it('a card’s list is asked about by the signs of its amounts, with the likely directions filled in', async () => {
  const example = { row: 2, amount: '14.00', text: 'BOOK SHOP' };
  await show(
    aDraft({
      questions: ['direction'],
      directionWords: [
        { word: '', direction: 'out', isOpen: true, rows: 2, example },
        { word: '-', direction: 'in', isOpen: true, rows: 1, example },
      ],
    }),
  );
  expect(screen.getByText('Amounts without a sign')).toBeTruthy();
  fireEvent.click(button('Read It This Way'));
  await waitFor(() =>
    expect(open[0]?.input.mapping).toEqual({ ...mapping, directions: { '': 'out', '-': 'in' } }),
  );
});

it('one of a file’s accounts is chosen, or all of them', async () => {
  const account = { rows: 2, from: '2026-04-17', to: '2026-04-18', example: 'INTERAC JANE' };
  await show(
    aDraft({
      questions: ['account'],
      accounts: [
        { ...account, account: 'EOP' },
        { ...account, account: 'ES1' },
      ],
    }),
  );
  const question = screen.getByRole('group', { name: 'Which of these is RBC Business?' });
  within(question).getAllByText('2 rows · Apr 17, 2026 – Apr 18, 2026 · INTERAC JANE');
  expect(screen.getByRole('status').textContent).toMatch(/First say whether the account/);
  fireEvent.click(button('Choose ES1'));
  await waitFor(() => expect(open[0]?.input).toEqual({ account: 'ES1' }));
  open[0]?.answer(aDraft({ questions: ['account'], accounts: [{ ...account, account: 'EOP' }] }));
  await waitFor(() => expect(button('All Rows Are of RBC Business').hasAttribute('disabled')).toBe(false));
  fireEvent.click(button('All Rows Are of RBC Business'));
  await waitFor(() => expect(open[1]?.input).toEqual({ account: true }));
});

it('unknown words of a status are asked for', async () => {
  const example = { row: 2, amount: '12.50', text: 'FEE' };
  const status = { mapping: { ...mapping, status: 3 } };
  await show(aDraft({ questions: ['status'], statusWords: [{ word: 'ZORK', rows: 3, example }] }, status));
  expect(screen.getByRole('status').textContent).toBe('First say which rows are booked.');
  const choices = within(screen.getByRole('radiogroup', { name: 'Status of ZORK' }));
  const answer = button('Read It This Way');
  expect(answer.disabled).toBe(true);
  fireEvent.click(choices.getByRole('radio', { name: 'Not Booked Yet' }));
  fireEvent.click(answer);
  await waitFor(() =>
    expect(open[0]?.input.mapping).toEqual({ ...mapping, status: 3, statuses: { ZORK: 'pending' } }),
  );
});

it('the encoding is asked for with rows of the file in each, and the guess filled in', async () => {
  const encodings = [
    { encoding: 'windows-1252' as const, samples: ['Szûcs', 'Rothbûck'] },
    { encoding: 'windows-1250' as const, samples: ['Szűcs', 'Rothbűck'] },
  ];
  await show(aDraft({ questions: ['encoding', 'confirm'], encodings }));
  expect(screen.getByRole('status').textContent).toBe('First say which letters are right.');
  expect(screen.queryByRole('group', { name: 'Is this right?' })).toBeNull();
  const question = within(screen.getByRole('group', { name: 'Which of these has the right letters?' }));
  expect(question.getByRole<HTMLInputElement>('radio', { name: /^Szûcs Rothbûck Western/ }).checked).toBe(
    true,
  );
  fireEvent.click(question.getByRole('radio', { name: /^Szűcs .* Central European/ }));
  fireEvent.click(button('Read It This Way'));
  await waitFor(() => expect(open[0]?.input).toEqual({ encoding: 'windows-1250' }));
});

it('the year of dates that have none is asked for, with the guess filled in', async () => {
  const years = [
    { year: 2026, from: '2025-12-28', to: '2026-01-04' },
    { year: 2025, from: '2024-12-28', to: '2025-01-04' },
  ];
  await show(aDraft({ questions: ['year'], years }));
  expect(screen.getByRole('status').textContent).toBe('First say which year the dates are of.');
  const question = within(screen.getByRole('group', { name: 'Which year are the dates of?' }));
  const guess = question.getByRole<HTMLInputElement>('radio', { name: 'Dec 28, 2025 – Jan 4, 2026' });
  expect(guess.checked).toBe(true);
  fireEvent.click(question.getByRole('radio', { name: 'Dec 28, 2024 – Jan 4, 2025' }));
  fireEvent.click(button('Read It This Way'));
  await waitFor(() => expect(open[0]?.input.mapping).toEqual({ ...mapping, year: 2025 }));
});

it('the column of the amounts’ currency is chosen, or none', async () => {
  const open2 = { questions: ['currency' as const], currencyColumns: [3] };
  await show(aDraft(open2, { mapping: { ...mapping, currency: 3 } }));
  fireEvent.click(button('It Is in Kind'));
  await waitFor(() => expect(open[0]?.input.mapping).toEqual({ ...mapping, currency: 3 }));
  open[0]?.answer(aDraft(open2, { mapping: { ...mapping, currency: 3 } }));
  const none = 'No Column Says It: All Are in CAD';
  await waitFor(() => expect(button(none).disabled).toBe(false));
  fireEvent.click(button(none));
  await waitFor(() => expect(open[1]?.input.mapping).toEqual(mapping));
});

it('the sentence of a first reading names the currency of the file’s row, and says why it is read so', async () => {
  const named = { ...received, fileCurrency: 'EUR' };
  await show(
    aDraft({
      ...{ questions: ['confirm'], examples: [named] },
      decisions: [
        {
          on: 'amount',
          reads: 'the amount is in "Net"',
          for: ['its name'],
          against: ['"Gross"'],
          isOpen: false,
        },
      ],
    }),
  );
  screen.getByText('Nov 5, 2026: received CA$2,256.61 from JANE SMITH (the file says EUR)');
  screen.getByText(': its name – but "Gross"', { exact: false });
});

it('sums of the bank that agree are said', async () => {
  await show(aDraft({ proof: { by: 'running', agrees: true, opening: 0, closing: 2244.11 } }));
  screen.getByText('2 rows; the bank’s running balance agrees');
  fireEvent.click(importButton());
  await waitFor(() => expect(provider.importStatement).toHaveBeenCalled());
});

it('sums of the bank that differ are said with the first row, and asked about before the import', async () => {
  await show(aDraft({ proof: { by: 'balance', agrees: false, difference: -0.5, row: 3 } }));
  const text = 'The bank’s own balance and the rows differ by CA$0.50 from row 3 on.';
  screen.getByText(text);
  fireEvent.click(importButton());
  const dialog = await screen.findByRole('dialog', { name: 'Import although the sums differ?' });
  within(dialog).getByText(text);
  expect(provider.importStatement).not.toHaveBeenCalled();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Import Anyway' }));
  await waitFor(() => expect(provider.importStatement).toHaveBeenCalled());
});
