import { Inject, Injectable } from '@nestjs/common';
import { type BooksMonth, booksEquation, booksMessages } from '#domain/ledger/books';
import { journalFormats, journalMessages } from '#domain/ledger/journal';
import { monthEnd } from '#domain/platform/dates';
import { absolute, asCents, toAmount } from '#domain/platform/money';
import { dayRule } from '#domain/platform/rules';
import { AuditService } from '../../audit/audit.service.js';
import { documentColumns } from '../../documents/document-export.js';
import { shownDocument } from '../../documents/documents.service.js';
import { DocumentStore } from '../../documents/document-store.service.js';
import { DocumentPdf } from '../../documents/pdf/document-pdf.js';
import type { PaymentConfig } from '../../payments/options/payment-settings.js';
import { PayoutQueries, type ReportedPayout } from '../../payouts/payout-queries.service.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { csvPieces } from '../../platform/exports/csv.js';
import {
  type Cell,
  type CellFormat,
  type Column,
  dayCell,
  type Sheet,
} from '../../platform/exports/export.js';
import { xlsxStream } from '../../platform/exports/xlsx.js';
import type { ZippedFile } from '../../platform/exports/zip.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import { BooksService } from '../reports/books.service.js';
import type { AccountNames } from './account-names.js';
import type { JournalEntry } from './entries.js';
import { journalFiles } from './journal-files.js';
import { JournalService } from './journal.service.js';

/** Columns of rows that are lists of cells. */
const cellColumns = (
  titles: readonly (readonly [title: string, width: number, format?: CellFormat])[],
): Column<Cell[]>[] =>
  titles.map(([title, width, format], index) => ({
    title,
    width,
    value: (row: Cell[]) => row[index],
    ...(format && { format }),
  }));

const money = (cents: number): number => toAmount(asCents(cents));

const payoutColumns: readonly Column<ReportedPayout>[] = [
  { title: 'Payout', value: ({ _id }) => _id },
  { title: 'Day', format: 'day', value: ({ day }) => dayCell(day) },
  { title: 'Booked On', format: 'day', value: ({ bookedOn }) => dayCell(bookedOn) },
  { title: 'Currency', value: ({ currency }) => currency },
  { title: 'Gross', format: 'amount', value: ({ grossCents }) => money(grossCents) },
  { title: 'Fee', format: 'amount', value: ({ feeCents }) => money(feeCents) },
  { title: 'Net', format: 'amount', value: ({ netCents }) => money(netCents) },
  { title: 'Fees in the Books', format: 'amount', value: ({ bookedFees }) => money(bookedFees) },
];

/** The words of a month's sums in the workbook. */
const sumNames: Record<ReturnType<typeof booksEquation>[number], string> = {
  opening: 'Opening',
  received: 'Received',
  refunded: 'Refunded',
  shortfalls: 'Shortfalls',
  sales: 'Sales',
  returns: 'Returns',
  closing: 'Closing',
};

/** The month's equation, a row for each currency, with the fees of card payments. */
function monthSheet(month: string, lines: readonly BooksMonth[]): Sheet<Cell[]> {
  const sums = Object.keys(sumNames) as (keyof typeof sumNames)[];
  const columns = cellColumns([
    ['Currency', 10],
    ...sums.map((sum) => [sumNames[sum], 14, 'amount'] as const),
    ['Card Fees', 14, 'amount'],
    ['US Dollars', 14, 'amount'],
  ]);
  const rows = lines.map((line): Cell[] => [
    line.currency,
    ...sums.map((sum) => line[sum]),
    line.fees ?? 0,
    line.usd,
  ]);
  return { name: month, columns, rows: [rows] };
}

const entryColumns = cellColumns([
  ['Day', 12, 'day'],
  ['Number', 24],
  ['Text', 48],
  ['Account', 28],
  ['Debit', 14, 'amount'],
  ['Credit', 14, 'amount'],
]);

/** The entries of a currency, a row a line. */
function entrySheet(currency: string, entries: readonly JournalEntry[], names: AccountNames): Sheet<Cell[]> {
  function* rows(): Generator<Cell[][]> {
    const own = entries.filter((entry) => entry.currency === currency);
    for (let at = 0; at < own.length; at += entriesAtOnce)
      yield own.slice(at, at + entriesAtOnce).flatMap(({ day, number, text, lines }) =>
        lines.map(({ account, cents }): Cell[] => {
          const amount = toAmount(absolute(cents));
          const sides = cents > 0 ? [amount, undefined] : [undefined, amount];
          return [dayCell(day), number, text, names.nameOf(account, currency), ...sides];
        }),
      );
  }
  return { name: `Entries ${currency}`, columns: entryColumns, rows: rows() };
}

/** Entries of one batch of rows. */
const entriesAtOnce = 100;

/** Gathers a past month for the accountant. */
@Injectable()
export class PackageService {
  constructor(
    private readonly journal: JournalService,
    private readonly books: BooksService,
    private readonly documents: DocumentStore,
    private readonly pdf: DocumentPdf,
    private readonly payouts: PayoutQueries,
    private readonly audit: AuditService,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  /**
   * Returns the files of a month (YYYY-MM), made while they are read until `end` is called, and records the export. Throws
   * 400 under `month` unless it is past, and 503 where too many workbooks are made.
   */
  async make(month: string, caller: Caller, account: string) {
    if (dayRule('Month')(`${month}-01`, {})) throw invalidFields({ month: booksMessages.month });
    if (month >= this.config.calendar.dayOf(new Date()).slice(0, 7))
      throw invalidFields({ month: journalMessages.pastMonth });
    const [names, { months }] = await Promise.all([this.journal.accountNames(), this.books.find()]);
    const changes = [{ field: 'month', from: null, to: month }];
    await this.audit.add(caller, 'export', 'books', undefined, { changes });
    const [from, to] = [`${month}-01`, monthEnd(month)];
    let made: Promise<JournalEntry[]> | undefined;
    const entries = (): Promise<JournalEntry[]> => (made ??= this.journal.all({ from, to }));
    const lines = months.filter((line) => line.month === month);
    const workbook = xlsxStream(workbookSheets(month, lines, entries, names), account, {
      madeAt: new Date(`${to}T00:00:00Z`),
    });
    const files = this.files({ $gte: from, $lte: to }, workbook, entries, names);
    return { baseName: `package-${month}`, files, to, end: () => workbook.destroy() };
  }

  private async *files(
    days: { $gte: string; $lte: string },
    workbook: AsyncIterable<Uint8Array>,
    entries: () => Promise<JournalEntry[]>,
    names: AccountNames,
  ): AsyncGenerator<ZippedFile> {
    yield { name: 'books.xlsx', pieces: workbook, isCompressed: true };
    const papers = (): ReturnType<DocumentStore['countedBetween']> => this.documents.countedBetween(days);
    yield { name: 'documents.csv', pieces: csvPieces({ columns: documentColumns, rows: papers() }) };
    for await (const batch of papers())
      for (const paper of batch) {
        const shown = this.pdf.render(shownDocument(paper));
        yield { name: `documents/${paper.number}.pdf`, pieces: [await shown], isCompressed: true };
      }
    yield {
      name: 'payouts.csv',
      pieces: csvPieces({ columns: payoutColumns, rows: this.payouts.reportedOn(days) }),
    };
    for (const format of journalFormats) {
      const baseName = `journal-${format}-${days.$gte}-${days.$lte}`;
      yield* journalFiles(
        async function* () {
          yield await entries();
        },
        { format, names, baseName },
      );
    }
  }
}

/** The sheets of books.xlsx. */
async function* workbookSheets(
  month: string,
  lines: readonly BooksMonth[],
  entries: () => Promise<JournalEntry[]>,
  names: AccountNames,
): AsyncGenerator<Sheet<Cell[]>> {
  yield monthSheet(month, lines);
  const all = await entries();
  for (const currency of new Set(all.map((entry) => entry.currency))) yield entrySheet(currency, all, names);
}
