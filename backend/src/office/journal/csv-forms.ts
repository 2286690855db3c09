import { csvText } from '#domain/platform/csv';
import { absolute, plainCents } from '#domain/platform/money';
import type { AccountNames } from './account-names.js';
import type { JournalEntry } from './entries.js';

/** A program's form of the journal as CSV. */
export interface CsvForm {
  /** The columns, as the program names them. */
  heading: string;
  /** The most rows of a file that the program imports, with the heading. */
  maximumRows: number;
  /** The rows of an entry, their cells written. */
  rows: (entry: JournalEntry, names: AccountNames) => string[][];
}

/** "09/28/2026", or "28/09/2026" where the day comes first. */
function slashed(day: string, isDayFirst: boolean): string {
  const [year, month, date] = day.split('-');
  return (isDayFirst ? [date, month, year] : [month, date, year]).join('/');
}

const quickbooks: CsvForm = {
  heading: '*JournalNo,*JournalDate,*AccountName,*Debits,*Credits,Description,Name,Currency,Location,Class',
  maximumRows: 1000,
  rows: ({ number, day, text, currency, lines }, names) =>
    lines.map(({ account, cents }) => {
      const amount = plainCents(absolute(cents));
      return [
        number,
        slashed(day, false),
        csvText(names.nameOf(account, currency)),
        ...(cents > 0 ? [amount, ''] : ['', amount]),
        csvText(text),
        '',
        currency,
        '',
        '',
      ];
    }),
};

const xero: CsvForm = {
  heading:
    '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
  maximumRows: 300,
  rows: ({ number, day, text, currency, lines }, names) =>
    lines.map(({ account, cents }) => [
      csvText(`${text} ${number}`),
      slashed(day, true),
      csvText(text),
      csvText(names.nameOf(account, currency)),
      csvText(names.xeroTaxRate),
      plainCents(cents),
      '',
      '',
      '',
      '',
    ]),
};

export const csvForms = { quickbooks, xero };
