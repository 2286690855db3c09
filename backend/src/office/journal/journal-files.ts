import type { JournalFormat } from '#domain/ledger/journal';
import type { ZippedFile } from '../../platform/exports/zip.js';
import type { AccountNames } from './account-names.js';
import { beancountPieces } from './beancount.js';
import { type CsvForm, csvForms } from './csv-forms.js';
import type { JournalEntry } from './entries.js';

/** The entries of a range of days, by day and number, in batches; each call reads them again. */
export type JournalSource = () => AsyncIterable<readonly JournalEntry[]>;

/** The form of a journal, and what it is named after. */
export interface JournalForm {
  format: JournalFormat;
  names: AccountNames;
  /** "journal-xero-2026-09-01-2026-09-30". */
  baseName: string;
}

/**
 * Yields the files of a journal: one for beancount; for the others those of each currency, the first entry's first, of as
 * many rows as the program imports. Each is to be read whole before the next one is asked for.
 */
export async function* journalFiles(entries: JournalSource, form: JournalForm): AsyncGenerator<ZippedFile> {
  const { format, names, baseName } = form;
  if (format === 'beancount')
    yield { name: `${baseName}.beancount`, pieces: beancountPieces(entries(), names) };
  else yield* csvFiles(entries, { ...form, csv: csvForms[format] });
}

async function* csvFiles(
  entries: JournalSource,
  form: JournalForm & { csv: CsvForm },
): AsyncGenerator<ZippedFile> {
  const found: string[] = [];
  for (let index = 0; index === 0 || index < found.length; index++) {
    const currency = found[index];
    yield* filesOfCurrency(ofCurrency(entries(), currency, found), form);
  }
  if (!found.length) yield { name: `${form.baseName}.csv`, pieces: [`${form.csv.heading}\r\n`] };
}

/** Yields the entries of a currency, without one those of the first that comes; `found` learns of every currency. */
async function* ofCurrency(
  entries: AsyncIterable<readonly JournalEntry[]>,
  currency: string | undefined,
  found: string[],
): AsyncGenerator<JournalEntry> {
  for await (const batch of entries)
    for (const entry of batch) {
      if (!found.includes(entry.currency)) found.push(entry.currency);
      if (entry.currency === (currency ?? found[0])) yield entry;
    }
}

/** Yields the files of entries of one currency; no entry is divided. */
async function* filesOfCurrency(
  entries: AsyncGenerator<JournalEntry>,
  { csv: { heading, maximumRows, rows }, names, baseName }: JournalForm & { csv: CsvForm },
): AsyncGenerator<ZippedFile> {
  let next = await entries.next();
  async function* pieces(): AsyncGenerator<string> {
    yield `${heading}\r\n`;
    for (let count = 1; !next.done; next = await entries.next()) {
      const lines = rows(next.value, names);
      count += lines.length;
      if (count > maximumRows) return;
      yield lines.map((cells) => `${cells.join(',')}\r\n`).join('');
    }
  }
  try {
    for (let number = 1; !next.done; number++) {
      const { currency } = next.value;
      const part = number > 1 ? `-${number}` : '';
      yield { name: `${baseName}-${currency}${part}.csv`, pieces: pieces() };
    }
  } finally {
    await entries.return(undefined);
  }
}
