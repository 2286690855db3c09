import type { CsvMapping } from '../common/contract.js';
import { looksLikeAmount } from '../common/amounts.js';
import { columnCurrency, isAnyCurrency, isCurrencyCode, nameKey } from './column-names.js';
import { type CsvRecord, valuesOf, widthOf } from './records.js';
import { looksLikeDay } from '../common/days.js';
import {
  type Choice,
  choose,
  columnNamed,
  type Evidence,
  type Option,
  weights,
  where,
} from '../common/evidence.js';

/** Words for a currency in names of columns, as `nameKey` writes them. */
const currencyWords =
  'currency curr ccy devise devizanem waehrung wahrung divisa moneda moeda munt valuta valiuta waluta mena валюта สกุลเงิน 货币 币种 通貨 통화'
    .split(' ')
    .map(nameKey);

/** Words for an amount in names of columns. */
const amountWords = /amount|betrag|montant|bedrag|importe?|belopp|bel[oø]b|valor|kwota|osszeg|value/;

/** Parts of names of what an amount was before its exchange. */
const beforeExchange = /orig|source|from|foreign|exchange|counter|quell|fremd/;

/** True for the name of a column of currencies. */
export const isCurrencyName = (name: string): boolean => {
  const key = nameKey(name);
  return currencyWords.some((word) => key.includes(word)) && !/rate|kurs|taux|amount|date|betrag/.test(key);
};

/** Returns the rest of a name without its word for a currency: "target" of "Target Currency". */
function stemOf(name: string): string {
  const key = nameKey(name);
  const word = currencyWords.find((one) => key.includes(one)) ?? '';
  return key.replace(word, '').replace(/code$/, '');
}

/** True where a row is left out by one column of currencies, and is not by another one. */
const differ = (rows: readonly CsvRecord[], account: string, one: number, other: number): boolean => {
  const isOwn = (text: string) => !text || text.toUpperCase() === account;
  return rows.some(({ cells }) => isOwn(cells[one] ?? '') !== isOwn(cells[other] ?? ''));
};

/** The column of the amounts' currency, with every column that has currencies. */
export interface CurrencyChoice {
  choice?: Choice<number> | undefined;
  columns: number[];
}

/**
 * Chooses the column that says which currency the amounts are in. Several columns may have codes of currencies: of the
 * amount, of what it was before an exchange, of the other party. Names, neighbours and the account tell them apart.
 */
export function chooseCurrency(
  rows: readonly CsvRecord[],
  money: Pick<CsvMapping, 'amount' | 'in' | 'out'>,
  account: string,
  header?: CsvRecord,
): CurrencyChoice {
  const names = header?.cells;
  const amounts = [money.amount, money.in, money.out].filter((column) => column !== undefined);
  const stated = amounts.find((column) => columnCurrency(names?.[column] ?? '') === account);
  const amountStems = amounts.map((column) => nameKey(names?.[column] ?? '').replace(amountWords, ''));
  const otherStems = (names ?? []).flatMap((name, column) =>
    !amounts.includes(column) &&
    amountWords.test(nameKey(name)) &&
    valuesOf(rows, column).some(looksLikeAmount)
      ? [nameKey(name).replace(amountWords, '')]
      : [],
  );
  const evidenceOf = (column: number): Evidence[] => {
    const values = valuesOf(rows, column);
    const name = names?.[column] ?? '';
    const isNamed = isCurrencyName(name);
    const areCodes = values.length > 0 && values.every(isAnyCurrency);
    const isBeside = amounts.some((amount) => Math.abs(amount - column) === 1);
    const codes = [...new Set(values.map((text) => text.toUpperCase()))];
    if (!values.length || !(isNamed || areCodes)) return [];
    if (!areCodes && values.some((text) => looksLikeAmount(text) || looksLikeDay(text))) return [];
    // Some codes are words: a column of one of them alone says nothing.
    const areCertain = isNamed || values.some(isCurrencyCode) || (codes.length > 1 && isBeside);
    if (!areCertain) return [];
    const stem = isNamed ? stemOf(name) : '';
    const isOf = (stems: readonly string[]) => stem !== '' && stems.some((one) => one.startsWith(stem));
    return [
      ...where(
        areCodes,
        `its values are codes of currencies (${codes.slice(0, 3).join(', ')})`,
        weights.content,
      ),
      ...where(isNamed, 'its name says so', weights.name),
      ...where(isBeside, 'it stands beside the amount', weights.hint),
      ...where(isOf(amountStems), 'the amount has the same name', weights.name),
      ...where(2 * values.length <= rows.length, 'most rows have none', -weights.content),
      ...where(isOf(otherStems), 'another amount has the same name', -2 * weights.name),
      ...where(
        beforeExchange.test(isNamed ? stem : nameKey(name)),
        'it may be that of before an exchange',
        -7,
      ),
      ...where(stated !== undefined && stated !== column, `the amount’s own name says ${account}`, -6),
    ];
  };
  const options = Array.from({ length: widthOf(rows) }, (_, column): Option<number> => {
    const evidence = amounts.includes(column) ? [] : evidenceOf(column);
    return { value: column, reads: `the currency is in ${columnNamed(column, names)}`, evidence };
  }).filter(({ evidence }) => evidence.length > 0);
  const columns = options.map(({ value }) => value);
  const choice = choose('currency', options, (one, other) => differ(rows, account, one, other));
  if (choice.value === undefined) return { columns };
  const { value } = choice;
  const isOwn = valuesOf(rows, value).every((text) => text.toUpperCase() === account);
  // It makes no difference where every row is in the account's currency.
  const isOpen =
    choice.record.isOpen && !(isOwn && columns.every((one) => !differ(rows, account, value, one)));
  return { choice: { ...choice, record: { ...choice.record, isOpen } }, columns };
}
