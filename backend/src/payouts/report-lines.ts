import { CsvError, parse } from 'csv-parse/sync';
import { isCalendarDay } from '#domain/platform/dates';
import { asCents, type Cents, currencies, type Currency } from '#domain/platform/money';
import {
  isPayoutId,
  isPayoutReport,
  isPayoutReportHeader,
  payoutMessages,
  payoutReportLimits,
} from '#domain/payouts/payouts';
import { decodeFile, detectDelimiter, FileRefusedError, plainCents, unwrapRows } from '#bank-files';

/** A line of a payout report; amounts are of the payout's currency, negative for what goes back. */
export interface ReportLine {
  /** The number of the line in the file, from 1. */
  line: number;
  balanceTransactionId: string;
  payoutId: string;
  /** YYYY-MM-DD: the day on which the payout arrives. */
  day: string;
  currency: Currency;
  category: string;
  grossCents: Cents;
  feeCents: Cents;
  netCents: Cents;
  paymentIntentId?: string;
}

/** The names of the columns that are read: those of Stripe's report "Payout reconciliation", itemised. */
const columns = [
  ...(['automatic_payout_id', 'balance_transaction_id', 'reporting_category', 'currency'] as const),
  ...(['gross', 'fee', 'net', 'payment_intent_id'] as const),
];
/** The payout's day, in the account's time zone where the report has it. */
const dayColumns = ['automatic_payout_effective_at', 'automatic_payout_effective_at_utc'] as const;

type Column = (typeof columns)[number] | 'day';

/** Maximum length of a record, in characters. */
const maximumRecord = 32_768;
/** Largest amount of a line, in cents: sums over a whole report stay exact. */
const maximumCents = 1e11;
/** An amount as the provider or a spreadsheet writes it, of which thousands may be apart. */
const amountPattern = /^-?\d[\d.,\s]*$/;

const refused = (line: number, reason: string) => new FileRefusedError(`Line ${line} is not read: ${reason}`);

/** Quotes a cell of the file, shortened. */
const quoted = (text: string): string => `"${text.slice(0, 40)}"`;

/** Returns the place of each column that is read. Throws where one is missing. */
function placesOf(header: readonly string[]): Record<Column, number> {
  const names = header.map((name) => name.trim().toLowerCase());
  const missing = columns.find((name) => !names.includes(name));
  if (missing) throw new FileRefusedError(`Add the column ${missing} to the report`);
  const day = dayColumns.find((name) => names.includes(name));
  if (!day) throw new FileRefusedError(`Add the column ${dayColumns[0]} to the report`);
  const places = columns.map((name) => [name, names.indexOf(name)] as const);
  return {
    ...(Object.fromEntries(places) as Record<(typeof columns)[number], number>),
    day: names.indexOf(day),
  };
}

/** Reads the cells of one line by the header's columns. */
class LineReader {
  constructor(
    private readonly line: number,
    private readonly cells: readonly string[],
    private readonly places: Record<Column, number>,
  ) {}

  text(column: Column): string {
    return (this.cells[this.places[column]] ?? '').trim();
  }

  id(column: Column): string {
    const id = this.text(column);
    if (!isPayoutId(id)) throw refused(this.line, `${column} is ${id ? quoted(id) : 'empty'}`);
    return id;
  }

  /** Reads an amount in units with decimals, to the cent. */
  cents(column: 'gross' | 'fee' | 'net'): Cents {
    const text = this.text(column);
    const cents = amountPattern.test(text) ? plainCents(text) : undefined;
    if (cents === undefined || Math.abs(cents) >= maximumCents)
      throw refused(this.line, `${column} ${quoted(text)} is no amount`);
    return asCents(cents);
  }

  currency(): Currency {
    const code = this.text('currency').toUpperCase();
    const currency = currencies.find((one) => one === code);
    if (!currency) throw refused(this.line, `currency ${quoted(code)} is none of ${currencies.join(', ')}`);
    return currency;
  }

  day(): string {
    const text = this.text('day');
    const day = text.slice(0, 10);
    if (!isCalendarDay(day) || !/^(?:$|[ T])/.test(text.slice(10)))
      throw refused(
        this.line,
        `the payout's day ${quoted(text)} is no date like 2026-11-20. A spreadsheet may have changed it: import the file that Stripe made`,
      );
    return day;
  }

  read(): ReportLine {
    const category = this.text('reporting_category');
    if (!/^\w{1,60}$/.test(category))
      throw refused(this.line, `reporting_category is ${category ? quoted(category) : 'empty'}`);
    const paymentIntentId = this.text('payment_intent_id') && this.id('payment_intent_id');
    const line: ReportLine = {
      line: this.line,
      balanceTransactionId: this.id('balance_transaction_id'),
      payoutId: this.id('automatic_payout_id'),
      day: this.day(),
      currency: this.currency(),
      category,
      grossCents: this.cents('gross'),
      feeCents: this.cents('fee'),
      netCents: this.cents('net'),
      ...(paymentIntentId && { paymentIntentId }),
    };
    if (line.grossCents - line.feeCents !== line.netCents)
      throw refused(this.line, 'gross less fee is not net');
    return line;
  }
}

/** The fields of a line that are the same wherever it is reported. */
const factsOf = ({
  payoutId,
  category,
  grossCents,
  feeCents,
  netCents,
  paymentIntentId,
}: Partial<ReportLine>) =>
  JSON.stringify([payoutId, category, grossCents, feeCents, netCents, paymentIntentId ?? null]);

/** Returns whether two reports of a line say the same of it. */
export const isSameLine = (one: Partial<ReportLine>, other: Partial<ReportLine>): boolean =>
  factsOf(one) === factsOf(other);

/** The refusal of a line that was reported with other amounts before. */
export const otherLine = ({ line, balanceTransactionId }: ReportLine) =>
  refused(line, `${balanceTransactionId} was reported otherwise before`);

/** The refusal of a line whose payout has another day or currency elsewhere. */
export const otherPayout = (
  { line, payoutId }: Pick<ReportLine, 'line' | 'payoutId'>,
  what: 'day' | 'currency',
) => refused(line, `payout ${payoutId} has another ${what} before`);

/** The refusal of a line of the provider's test mode. */
export const testLine = ({ line, paymentIntentId = '' }: ReportLine) =>
  refused(line, `${paymentIntentId} is a payment in test mode. Download the report of the live mode`);

/** Reads a payout report, each line once but for payouts. Throws a FileRefusedError naming the line or column. */
export function readReportLines(bytes: Buffer): ReportLine[] {
  const text = unwrapRows(decodeFile(bytes).textIn(undefined));
  if (!isPayoutReport(text)) throw new FileRefusedError(payoutMessages.notReport);
  const lines = new Map<string, ReportLine>();
  const firstOf = new Map<string, ReportLine>();
  let places: Record<Column, number> | undefined;
  let width = 0;
  let number = 1;
  const add = (cells: string[]) => {
    if (cells.length !== width)
      throw refused(number, `it has ${cells.length} columns, the header has ${width}`);
    if (number > payoutReportLimits.lines + 1)
      throw new FileRefusedError(
        `A report has at most ${payoutReportLimits.lines} lines. Choose fewer days.`,
      );
    const read = new LineReader(number, cells, places!).read();
    // The payout's own balance transaction, which takes away what its lines add up to.
    if (read.category === 'payout') return;
    const first = firstOf.get(read.payoutId) ?? read;
    if (first.currency !== read.currency) throw otherPayout(read, 'currency');
    if (first.day !== read.day) throw otherPayout(read, 'day');
    firstOf.set(read.payoutId, first);
    const known = lines.get(read.balanceTransactionId);
    if (known && !isSameLine(known, read)) throw otherLine(read);
    if (!known) lines.set(read.balanceTransactionId, read);
  };
  try {
    parse(text, {
      delimiter: detectDelimiter(text, isPayoutReportHeader),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: maximumRecord,
      on_record: (cells: string[], { lines: end }) => {
        if (!places) {
          places = placesOf(cells);
          width = cells.length;
        } else if (cells.some((cell) => cell.trim())) add(cells);
        number = end + 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refused(number, 'it is no line of a CSV file');
  }
  if (!lines.size) throw new FileRefusedError(payoutMessages.empty);
  return [...lines.values()];
}
