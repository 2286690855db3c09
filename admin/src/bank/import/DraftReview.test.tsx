import type { CsvMapping, ReadingDecision } from '#bank-files/contract';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import type { MappingInput, StatementPreview } from '#domain/bank/reconciliation';
import { messages } from '#domain/platform/messages';
import { i18nProvider } from '../../app/resources.js';
import { createQueryClient } from '../../data/queryClient.js';
import { recordKey } from '../../data/recordCache.js';
import type { StatementDraftRecord } from '../../data/records.js';
import { StatementDraftSection } from './DraftReview.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';

const mapping: CsvMapping = {
  delimiter: ',',
  headerRow: 1,
  date: 0,
  text: [1],
  amount: 2,
  dateOrder: 'YMD',
  decimal: '.',
};

const row = { row: 2, currency: 'CAD', status: 'new' } as const;
const received = { ...row, day: '2026-11-05', amount: 2256.61, payer: 'JANE SMITH', text: 'E-TRANSFER' };
const paid = { ...row, row: 3, day: '2026-11-06', amount: -12.5, text: 'FEE' };

const readPreview: StatementPreview = {
  rows: [received, paid],
  new: 2,
  known: 0,
  suspected: [],
  suspectedRows: [],
  skipped: {},
  unreadable: [],
  questions: [],
  decisions: [],
  examples: [received, paid],
  total: 2244.11,
  from: '2026-11-05',
  to: '2026-11-06',
};

function aDraft(
  preview: Partial<StatementPreview> = {},
  fields: Partial<StatementDraftRecord> = {},
): StatementDraftRecord {
  return {
    _id: 'd',
    id: 'd',
    bankAccountId: 'a',
    fileName: 'bank.csv',
    format: 'csv',
    state: 'draft',
    size: 100,
    from: null,
    to: null,
    createdAt: '2026-11-20T12:00:00Z',
    createdBy: 'admin',
    columns: [
      { index: 0, name: 'Date', samples: ['2026-11-05'] },
      { index: 1, name: 'Description', samples: ['E-TRANSFER'] },
      { index: 2, name: 'Amount', samples: ['2256.61'] },
      { index: 3, name: 'Kind', samples: ['Af'] },
    ],
    mapping,
    excluded: [],
    included: [],
    version: 3,
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
const listAccounts = vi.fn<() => unknown>(() => ({ bankAccounts: accounts }));
const importStatement = vi.fn(() => ({ imported: 2, known: 0, ready: 0, review: 2 }));
const uploadStatement = vi.fn();
const provider = {
  getOne: vi.fn<DataProvider['getOne']>(),
  call: answering({
    'GET /bank-accounts': listAccounts,
    'PUT /statements/{id}/mapping': ({ body: input }: { body: MappingInput }) =>
      new Promise((answer, fail) => open.push({ input, answer, fail })),
    'POST /statements/{id}/import': importStatement,
    'POST /bank-accounts/{id}/statements': uploadStatement,
  }),
  download: () => Promise.resolve({ file: new Blob(['file']) }),
  delete: vi.fn(() => Promise.resolve({ data: {} })),
};

configure({ asyncUtilTimeout: 20_000 });

beforeEach(() => {
  signInAs('admin');
  open = [];
  vi.clearAllMocks();
});
/** Shows a draft as it was uploaded. */
async function show(draft: StatementDraftRecord, shown = 'Preview of bank.csv') {
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
  await screen.findByText(shown);
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
  expect(open[1]!.input.mapping).toMatchObject({ text: [1, 3] });
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
  await waitFor(() => expect(open[0]?.input).toEqual({ confirmed: true, version: 3 }));
  open[0]!.answer(aDraft());
  await waitFor(() => expect(document.activeElement).toBe(importButton()));
  expect(importButton().disabled).toBe(false);
});

it('a first reading that a colleague has changed meanwhile is shown as it is now', async () => {
  await show(aDraft({ questions: ['confirm'] }));
  provider.getOne.mockResolvedValue({ data: aDraft({ questions: ['confirm'], new: 1 }, { version: 4 }) });
  fireEvent.click(button('Yes, This Is Right'));
  await waitFor(() => expect(open).toHaveLength(1));
  open[0]!.fail(new HttpError(messages.editConflict, 409));
  await screen.findByText(messages.editConflict);
  await screen.findByText('Import 1 Transaction');
  fireEvent.click(button('Yes, This Is Right'));
  await waitFor(() => expect(open[1]?.input).toEqual({ confirmed: true, version: 4 }));
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
  within(question).getByText('This file is for an account ending in 0001-1234; RBC Business ends in 5678.');
  uploadStatement.mockResolvedValue(aDraft({}, { _id: 'e', id: 'e' }));
  fireEvent.click(button('Import into TD Chequing'));
  await waitFor(() => expect(moved).toHaveBeenCalledOnce());
  expect(uploadStatement).toHaveBeenCalledWith({
    id: 'b',
    query: { fileName: 'bank.csv' },
    body: expect.any(Blob),
  });
  await waitFor(() => expect(provider.delete).toHaveBeenCalledWith('statements', { id: 'd' }));
  fireEvent.click(button('Import into RBC Business Anyway'));
  await waitFor(() => expect(open[0]?.input).toEqual({ account: true }));
});

const dateDecision: ReadingDecision = {
  on: 'date',
  reads: '',
  isOpen: true,
  choices: [
    {
      value: { answers: { date: 0 } },
      reads: 'the day is in "Booked"',
      columns: [0],
      example: { row: 2, day: '2026-11-30', amount: 2256.61, text: 'ADA' },
    },
    {
      value: { answers: { date: 1 } },
      reads: 'the day is in "Value"',
      columns: [1],
      example: { row: 2, day: '2026-12-02', amount: 2256.61, text: 'ADA' },
    },
  ],
};

it('each open part is a sentence with its choices, a row of the file beside each, and none is chosen', async () => {
  await show(aDraft({ questions: ['date'], decisions: [dateDecision] }));
  const question = within(screen.getByRole('group', { name: 'Which column is the day?' }));
  question.getByText('Nov 30, 2026: received CA$2,256.61, ADA');
  question.getByText('Dec 2, 2026: received CA$2,256.61, ADA');
  expect(importButton().disabled).toBe(true);
  expect(screen.getByRole('status').textContent).toBe('Import waits for: the column of the day.');
  fireEvent.click(question.getByRole('button', { name: 'Choose: The day is in "Value"' }));
  await waitFor(() => expect(open[0]?.input).toEqual({ answers: { date: 1 } }));
});

it('a part that is answered folds, says what settles it, and can be answered again', async () => {
  const said: ReadingDecision = {
    ...dateDecision,
    reads: 'the day is in "Value"',
    by: 'said',
    isOpen: false,
  };
  const proven: ReadingDecision = {
    on: 'amount',
    reads: 'the amount is in "Amount"',
    by: 'proof',
    isOpen: false,
    says: '"Balance" changes by it in 4 rows',
  };
  await show(aDraft({ decisions: [said, proven] }));
  expect(screen.queryByRole('group', { name: 'Which column is the day?' })).toBeNull();
  screen.getByText('(you said so)');
  screen.getByText('(proven: "Balance" changes by it in 4 rows)');
  expect(importButton().disabled).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Choose: The day is in "Booked"', hidden: true }));
  await waitFor(() => expect(open[0]?.input).toEqual({ answers: { date: 0 } }));
});

it('a word is asked for by itself, and all that the import waits for is said', async () => {
  const ofWord: ReadingDecision = {
    on: 'direction',
    reads: '',
    isOpen: true,
    word: 'AF',
    choices: (['in', 'out'] as const).map((way) => ({
      value: { answers: { directions: { AF: way } } },
      reads: `"AF" is money that ${way}`,
      columns: [3],
    })),
  };
  const ofAccount: ReadingDecision = {
    on: 'account',
    reads: '',
    isOpen: true,
    choices: [{ value: { account: 'ES1' }, reads: 'ES1: 2 rows', columns: [] }],
  };
  await show(aDraft({ questions: ['direction', 'account'], decisions: [ofWord, ofAccount] }));
  screen.getByRole('group', { name: 'Which way did the money go with “AF”?' });
  screen.getByRole('group', { name: 'Which of these is RBC Business?' });
  expect(screen.getByRole('status').textContent).toBe(
    'Import waits for: which way the money went, the account.',
  );
  fireEvent.click(button('Choose: ES1: 2 rows'));
  await waitFor(() => expect(open[0]?.input).toEqual({ account: 'ES1' }));
});

it('the sentence of a first reading names the currency of the file’s row', async () => {
  await show(aDraft({ questions: ['confirm'], examples: [{ ...received, fileCurrency: 'EUR' }] }));
  screen.getByText('Nov 5, 2026: received CA$2,256.61 from JANE SMITH (the file says EUR)');
});

it('sums of the bank that agree are said', async () => {
  await show(aDraft({ proof: { by: 'running', agrees: true, opening: 0, closing: 2244.11 } }));
  screen.getByText('2 rows; the bank’s running balance agrees');
  fireEvent.click(importButton());
  await waitFor(() => expect(importStatement).toHaveBeenCalled());
});

it('sums of the bank that differ are said with the first row, and asked about before the import', async () => {
  await show(aDraft({ proof: { by: 'balance', agrees: false, difference: -0.5, row: 3 } }));
  const text = 'The bank’s own balance and the rows differ by CA$0.50 from row 3 on.';
  screen.getByText(text);
  fireEvent.click(importButton());
  const dialog = await screen.findByRole('dialog', { name: 'Import although the sums differ?' });
  within(dialog).getByText(text);
  expect(importStatement).not.toHaveBeenCalled();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Import Anyway' }));
  await waitFor(() => expect(importStatement).toHaveBeenCalled());
});

it('shows no amount in a currency that may be wrong where the accounts could not be read', async () => {
  listAccounts.mockRejectedValueOnce(new HttpError('Too many requests', 429));
  await show(aDraft(), 'Too many requests');
  expect(screen.queryByText(/CA\$/)).toBeNull();
  fireEvent.click(button('Try Again'));
  await screen.findByText(/CA\$2,244\.11/);
});
