import { type Currency, currencies } from '../../../../domain/money.js';
import type { CsvColumn, CsvDelimiter, CsvMapping, CsvQuestion } from '../../../../domain/reconciliation.js';
import { decideDecimal, isNegativeAmount, looksLikeAmount } from './amounts.js';
import type { CsvRecord } from './csv-records.js';
import { decideDateOrder, looksLikeDay, parseDay } from './days.js';

/** Maximum number of lines before the header. */
const maximumPreamble = 40;
const samplesShown = 3;

/** Normalises a column's name for comparison: letters and digits only, accents folded. */
const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}$]/gu, '');

type Role = 'date' | 'amount' | 'in' | 'out' | 'direction' | 'currency' | 'payer' | 'bankId' | 'status';

/** Names of columns in banks' files, preferred ones first. Dates: the booking date before the order date. */
const names: Record<Role, readonly string[]> = {
  date: [
    ...['dateposted', 'postingdate', 'posteddate', 'postdate', 'bookingdate', 'buchungstag', 'buchungsdatum'],
    ...[
      'transactiondate',
      'date',
      'datetime',
      'finishedon',
      'createdon',
      'valuedate',
      'valutadatum',
      'wertstellung',
    ],
    ...['datedetransaction', 'datedeloperation', 'dateoperation'],
  ],
  amount: [
    ...['transactionamount', 'amount', 'betrag', 'umsatz', 'montant', 'value', 'net', 'total'],
    'targetamountafterfees',
  ],
  in: [
    ...[
      'credit',
      'credits',
      'creditamount',
      'deposit',
      'deposits',
      'depositamount',
      'moneyin',
      'paidin',
      'fundsin',
    ],
    ...['amountin', 'in', 'incoming', 'received', 'receipts', 'haben', 'eingang', 'depot', 'depots'],
  ],
  out: [
    ...[
      'debit',
      'debits',
      'debitamount',
      'withdrawal',
      'withdrawals',
      'withdrawalamount',
      'moneyout',
      'paidout',
    ],
    ...[
      'fundsout',
      'amountout',
      'out',
      'outgoing',
      'spent',
      'payments',
      'soll',
      'ausgang',
      'retrait',
      'retraits',
    ],
  ],
  direction: [
    ...[
      'direction',
      'creditdebit',
      'debitcredit',
      'crdr',
      'drcr',
      'creditdebitindicator',
      'indicator',
      'sign',
    ],
    ...['transactiontype', 'details', 'type', 'sollhaben', 'typeoftransaction'],
  ],
  currency: ['currency', 'ccy', 'currencycode', 'waehrung', 'wahrung', 'devise', 'targetcurrency'],
  payer: [
    ...[
      'payername',
      'payer',
      'sendername',
      'sender',
      'sourcename',
      'sentfrom',
      'from',
      'counterparty',
      'name',
    ],
    ...['counterpartyname', 'auftraggeber', 'auftraggeberbegunstigter', 'zahlungspflichtiger', 'originator'],
    ...['beguenstigterzahlungspflichtiger', 'begunstigterzahlungspflichtiger', 'nomdupayeur'],
  ],
  bankId: ['transactionid', 'transferwiseid', 'fitid', 'id', 'banktransactionid', 'entryreference'],
  status: ['status', 'state', 'transactionstatus', 'bookingstatus', 'statut'],
};

const textName =
  /^(?:description|transactiondescription|subdescription|details?|transactiondetails?|memo|note|notes|narrative|particulars|message|reference|paymentreference|payeename|payee|verwendungszweck|buchungstext|libelle|communication|text|additionalinformation|remittance)/;

const currencyCodes = 'CAD USD THB EUR GBP AUD NZD CHF JPY CNY HKD SGD MXN INR SEK NOK DKK PLN'.split(' ');

/** Returns the currency in a column's name: "CAD$", "USD$", "Amount (CAD)". */
export function columnCurrency(name: string): string | undefined {
  const key = nameKey(name).toUpperCase();
  const code = /^(?:AMOUNT)?([A-Z]{3})\$?(?:AMOUNT)?$/.exec(key)?.[1];
  return code && currencyCodes.includes(code) ? code : undefined;
}

const isMoneyColumn = (name: string): boolean =>
  (currencies as readonly string[]).includes(columnCurrency(name) ?? '');

const roleOf = (key: string): Role | undefined =>
  (Object.keys(names) as Role[]).find((role) => names[role].includes(key));

/** True for a record of column names: one for the date, one for money, and no date in it. */
function isHeader({ cells }: CsvRecord): boolean {
  if (cells.some((cell) => looksLikeDay(cell))) return false;
  const roles = new Set(cells.map((cell) => roleOf(nameKey(cell))));
  const hasMoney =
    ['amount', 'in', 'out'].some((role) => roles.has(role as Role)) || cells.some(isMoneyColumn);
  return roles.has('date') && hasMoney;
}

export const findHeader = (records: readonly CsvRecord[]): CsvRecord | undefined =>
  records.slice(0, maximumPreamble).find(isHeader);

/** The key of a remembered layout: the names of its columns, or their number. */
export const layoutFingerprint = (header: CsvRecord | undefined, width: number): string =>
  header ? header.cells.map(nameKey).join('|').slice(0, 1000) : `${width} columns`;

const valuesOf = (rows: readonly CsvRecord[], column: number): string[] =>
  rows.map(({ cells }) => cells[column] ?? '').filter(Boolean);

export const widthOf = (records: readonly CsvRecord[]): number =>
  Math.max(0, ...records.map(({ cells }) => cells.length));

/** Returns the file's columns with their names and some sample values. */
export function describeColumns(
  header: CsvRecord | undefined,
  rows: readonly CsvRecord[],
  width: number,
): CsvColumn[] {
  return Array.from({ length: width }, (_, index) => ({
    index,
    name: header?.cells[index]?.slice(0, 100) ?? '',
    samples: [...new Set(valuesOf(rows.slice(0, 200), index))]
      .slice(0, samplesShown)
      .map((sample) => sample.slice(0, 100)),
  }));
}

/** Parses a word of a direction column: 1 for incoming, -1 for outgoing, undefined for any other word. */
export function readDirection(text: string): 1 | -1 | undefined {
  const word = text.trim().toUpperCase();
  if (/^(?:CR|C|CREDIT|CRDT|IN|INCOMING|\+|DEPOSIT|DSLIP|H|HABEN|CRÉDIT|RECEIVED)$/.test(word)) return 1;
  if (/^(?:DR|DB|D|DEBIT|DBIT|OUT|OUTGOING|-|WITHDRAWAL|CHECK|CHEQUE|S|SOLL|DÉBIT|SENT)$/.test(word))
    return -1;
  return undefined;
}

/** Maps the columns by the names in their header. */
function mapByNames(header: CsvRecord, rows: readonly CsvRecord[], currency: Currency): Partial<CsvMapping> {
  const keys = header.cells.map(nameKey);
  const find = (role: Role): number | undefined => {
    for (const name of names[role]) {
      const index = keys.indexOf(name);
      if (index >= 0) return index;
    }
    return undefined;
  };
  const mapping: Partial<CsvMapping> = { headerRow: header.line };
  const set = (
    field: 'date' | 'amount' | 'in' | 'out' | 'direction' | 'currency' | 'payer' | 'bankId' | 'status',
    column?: number,
  ) => {
    if (column !== undefined) mapping[field] = column;
  };
  set('date', find('date'));
  const ofCurrency = header.cells.findIndex((cell) => columnCurrency(cell) === currency);
  const amount = find('amount') ?? (ofCurrency >= 0 ? ofCurrency : undefined);
  const [moneyIn, moneyOut] = [find('in'), find('out')];
  if (moneyIn !== undefined && moneyOut !== undefined) {
    set('in', moneyIn);
    set('out', moneyOut);
  } else if (amount !== undefined) {
    set('amount', amount);
    // Signs are more reliable than words: the direction is used only where no amount has a sign and every word is
    // known.
    const isSigned = valuesOf(rows, amount).some(isNegativeAmount);
    const direction = find('direction');
    const words = direction === undefined ? [] : valuesOf(rows, direction);
    if (!isSigned && words.length && words.every((word) => readDirection(word))) set('direction', direction);
  } else {
    set('in', moneyIn);
    set('out', moneyOut);
  }
  set('currency', find('currency'));
  set('payer', find('payer'));
  set('bankId', find('bankId'));
  set('status', find('status'));
  const taken = new Set(
    Object.entries(mapping).flatMap(([field, column]) => (field === 'headerRow' ? [] : [column])),
  );
  const saysDirection = (column: number) => {
    const words = valuesOf(rows, column);
    return words.length > 0 && words.every((word) => readDirection(word));
  };
  mapping.text = keys.flatMap((key, index) =>
    textName.test(key) && !taken.has(index) && !saysDirection(index) ? [index] : [],
  );
  return mapping;
}

/** Maps the columns of a file without a header by their content. */
function mapByContent(rows: readonly CsvRecord[], width: number): Partial<CsvMapping> {
  const share = (column: number, test: (text: string) => boolean) => {
    const values = valuesOf(rows, column);
    return values.length ? values.filter(test).length / values.length : 0;
  };
  const columns = Array.from({ length: width }, (_, index) => index);
  const date = columns.find((column) => share(column, looksLikeDay) > 0.8);
  const isFilled = (column: number) => valuesOf(rows, column).length > rows.length * 0.9;
  const money = columns.filter(
    (column) =>
      column !== date &&
      share(column, looksLikeAmount) > 0.9 &&
      // Numbers of accounts, branches and cheques have no cents.
      share(column, (text) => /[.,]\d{2}\D*$/.test(text)) > 0.5,
  );
  const mapping: Partial<CsvMapping> = { ...(date !== undefined && { date }) };
  const [one, two] = money;
  if (one !== undefined && two !== undefined && !isFilled(one) && !isFilled(two)) {
    // TD and CIBC have the column of outgoing money first.
    mapping.out = one;
    mapping.in = two;
  } else if (one !== undefined) mapping.amount = one;
  mapping.text = columns.filter(
    (column) =>
      column !== date && !money.includes(column) && share(column, (text) => /\p{L}{3}/u.test(text)) > 0.5,
  );
  return mapping;
}

/** Returns the texts of all amounts, from any of the mapping's columns. */
const amountCells = (mapping: Partial<CsvMapping>, rows: readonly CsvRecord[]): string[] =>
  [mapping.amount, mapping.in, mapping.out].flatMap((column) =>
    column === undefined ? [] : valuesOf(rows, column),
  );

/** Returns the rows below the header, without repetitions of it; all rows where there is no header. */
export function rowsBelow(records: readonly CsvRecord[], headerRow?: number): CsvRecord[] {
  const header = records.find(({ line }) => line === headerRow);
  const same = header?.cells.join('\n');
  return records.filter(({ line, cells }) => line > (headerRow ?? 0) && cells.join('\n') !== same);
}

/**
 * Determines date order and decimal mark from whole columns; where they are ambiguous, the mapping's own stay. With
 * `isTold`, the mapping is the admin's and takes precedence.
 */
export function completeMapping(mapping: CsvMapping, rows: readonly CsvRecord[], isTold = false): CsvMapping {
  const { dateOrder: saidOrder, decimal: saidDecimal, ...columns } = mapping;
  const dates = valuesOf(rows, mapping.date);
  const order = decideDateOrder(dates);
  const decimal = decideDecimal(amountCells(mapping, rows));
  const dateOrder = isTold
    ? (saidOrder ?? order)
    : (order ?? (dates.some((date) => parseDay(date, saidOrder)) ? saidOrder : undefined));
  const mark = isTold ? (saidDecimal ?? decimal) : (decimal ?? saidDecimal);
  return { ...columns, ...(dateOrder && { dateOrder }), ...(mark && { decimal: mark }) };
}

/** Returns the questions that the mapping leaves open. */
export function openQuestions(mapping: Partial<CsvMapping>): CsvQuestion[] {
  const hasAmount = mapping.amount !== undefined || mapping.in !== undefined || mapping.out !== undefined;
  return [
    ...(mapping.date === undefined || mapping.date < 0
      ? (['date'] as const)
      : mapping.dateOrder
        ? []
        : (['dateOrder'] as const)),
    ...(!hasAmount ? (['amount'] as const) : mapping.decimal ? [] : (['decimal'] as const)),
  ];
}

/** Guesses the mapping of the columns from their names or, without a header, from their content. */
export function guessMapping(
  records: readonly CsvRecord[],
  delimiter: CsvDelimiter,
  currency: Currency,
): CsvMapping {
  const header = findHeader(records);
  const rows = rowsBelow(records, header?.line);
  const guess = header ? mapByNames(header, rows, currency) : mapByContent(rows, widthOf(records));
  return completeMapping({ date: -1, text: [], ...guess, delimiter }, rows);
}
