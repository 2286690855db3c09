import type { CsvMapping, MoneyDirection } from '../../common/contract.js';
import { amountSign } from '../../common/amounts.js';
import { byName, isNamedAs, isTextColumn, rankOf } from '../column-names.js';
import { cellOf, type CsvRecord, type CsvTable, valuesOf, wordOf } from '../records.js';

/** A word in the form of the lists: without a final full stop. */
const keyOf = (word: string): string => word.normalize('NFC').replace(/\.$/, '');

const listed = (words: Record<MoneyDirection, string>): Map<string, MoneyDirection> =>
  new Map(
    (['in', 'out'] as const).flatMap((way) =>
      words[way].split('|').map((word) => [keyOf(word.trim()), way] as const),
    ),
  );

/** Words that name a direction wherever they stand beside an amount. */
const plain = listed({
  in: `
    CR|CRED|CREDIT|CREDITS|CREDITED|CRDT|IN|INCOMING|INFLOW|DEPOSIT|DEPOSITS|DEPOSITED|DSLIP|RECEIVED|MONEY IN|PAID IN|
    HABEN|GUTSCHRIFT|EINGANG|ZUGANG|EINZAHLUNG|CRÉDIT|DÉPÔT|DEPOT|ENCAISSEMENT|ENTRÉE|CRÉDITO|CREDITO|ABONO|
    INCOME|INGRESO|HABER|ENTRADA|ACCREDITO|AVERE|BIJ|BIJSCHRIJVING|CREDITEUR|KREDIT|INDBETALING|INSÄTTNING|INNBETALING|UZNANIE|
    BEVÉTEL|JÓVÁÍRÁS|KREDITAS|ΠΊΣΤΩΣΗ|ПРИХОД|收入|入金|입금|ฝาก|ฝากเงิน|เงินฝาก|เงินเข้า|รับโอน|เครดิต`,
  out: `
    DR|DB|DEB|DEBIT|DEBITS|DEBITED|DBIT|OUT|OUTGOING|OUTFLOW|WITHDRAWAL|WITHDRAWALS|WITHDRAW|WITHDRAWN|CHECK|CHEQUE|SENT|
    MONEY OUT|PAID OUT|EXPENSE|SOLL|LASTSCHRIFT|AUSGANG|ABGANG|AUSZAHLUNG|DÉBIT|RETRAIT|DÉCAISSEMENT|SORTIE|
    DÉBITO|DEBITO|CARGO|ADEUDO|DEBE|SALIDA|SAÍDA|SAIDA|ADDEBITO|DARE|AF|AFSCHRIJVING|DEBET|UDBETALING|UTTAG|UTBETALING|
    OBCIĄŻENIE|KIADÁS|TERHELÉS|DEBETAS|ΧΡΈΩΣΗ|РАСХОД|支出|出金|출금|ถอน|ถอนเงิน|เงินถอน|เงินออก|โอนออก|เดบิต`,
});

/** Words that name a direction only in a column that has both, and letters also in one that has no others. */
const closed = [
  listed({ in: 'C', out: 'D' }),
  listed({ in: 'H', out: 'S' }),
  listed({ in: 'I', out: 'O' }),
  listed({ in: 'K', out: 'D' }),
  listed({ in: '+', out: '-' }),
  listed({ in: 'RECEIPT|RECEIPTS', out: 'PAYMENT|PAYMENTS' }),
  listed({ in: 'INCOME', out: 'EXPENSE|EXPENSES' }),
];

/** Returns the directions of the words of one column; a word that is not known there is not in the map. */
export function directionsOf(words: Iterable<string>): Map<string, MoneyDirection> {
  const filled = [...new Set(words)].filter(Boolean);
  const set = closed.find((one) => {
    const ways = filled.map((word) => one.get(keyOf(word)));
    const areLetters = filled.every((word) => word.length === 1);
    return (areLetters && ways.every(Boolean)) || (ways.includes('in') && ways.includes('out'));
  });
  return new Map(
    filled.flatMap((word) => {
      const way = plain.get(keyOf(word)) ?? set?.get(keyOf(word));
      return way ? [[word, way] as const] : [];
    }),
  );
}

/** Returns the mark that gives an amount its sign, as a word of its direction: '' for none. */
export function signMark(text: string): string {
  const sign = amountSign(text);
  if (sign === 0) return '';
  if (sign > 0) return /CR/i.test(text) ? 'CR' : '+';
  if (/D[RB]/i.test(text)) return 'DR';
  return text.includes('(') ? '()' : '-';
}

/** Returns the word of a row's direction; the mark of its amount where no column has such words. */
export const directionWord = (record: CsvRecord, { direction, amount }: CsvMapping): string =>
  direction === undefined ? signMark(cellOf(record, amount)) : wordOf(cellOf(record, direction));

export const turned = (direction: MoneyDirection): MoneyDirection => (direction === 'in' ? 'out' : 'in');

const maximumWords = 20;

/** True for a column of a few words, such as kinds of transactions, of which some come again. */
function hasKinds(rows: readonly CsvRecord[], column: number): boolean {
  const values = valuesOf(rows, column);
  const words = new Set(values.map(wordOf));
  return words.size > 1 && words.size <= maximumWords && 2 * words.size <= values.length;
}

/** Returns the columns that say the direction by known words, and those that may say it by others. */
export function directionColumns({ rows, header }: CsvTable, amount: number, free: readonly number[]) {
  const isSigned = valuesOf(rows, amount).some((text) => amountSign(text) !== 0);
  const names = header?.cells ?? [];
  const isNamed = (column: number) => rankOf('direction', names[column] ?? '') === 0;
  // Totals have an amount and no word.
  const paid = rows.filter(({ cells }) => cells[amount]);
  const certain = free.filter((column) => {
    const values = valuesOf(paid, column).map(wordOf);
    const words = new Set(values);
    if (!values.length || words.size > maximumWords) return false;
    const known = directionsOf(words);
    const share = values.filter((word) => known.has(word)).length / values.length;
    // Beside amounts without signs, an empty cell among words that all say a direction is asked about.
    if (values.length < 0.9 * paid.length && (isSigned || share < 1 || !isWord(words))) return false;
    // Each of its words that is not known is asked about.
    if (isNamed(column) && !isSigned && [...words].some((word) => /\p{L}/u.test(word))) return true;
    // Texts may have directions as words; beside signs, they remain the text.
    if (isTextColumn(names[column] ?? '') && !isNamedAs(names[column], 'direction'))
      return !isSigned && share === 1 && new Set(known.values()).size > 1;
    if (isSigned)
      return (share === 1 && isWord(words)) || (share > 0 && isNamedAs(names[column], 'direction'));
    // A lone mark may fill an empty column.
    if (share === 1) return words.size > 1 || [...words].some((word) => /\p{L}/u.test(word));
    return share >= (isWord(known.keys()) ? 0.5 : 0.8);
  });
  /** True for a column that tells all rows apart by two words, in a language that may be unknown. */
  const isOfTwo = (column: number) => {
    const words = valuesOf(paid, column).map(wordOf);
    return words.length === paid.length && words.length > 2 && new Set(words).size === 2;
  };
  const mayBe = (column: number) =>
    new Set(rows.map((row) => wordOf(cellOf(row, column)))).size <= maximumWords &&
    valuesOf(rows, column).some((text) => /[\p{L}+-]/u.test(text)) &&
    (isNamed(column) ||
      (!isSigned && isNamedAs(names[column], 'direction') && hasKinds(rows, column)) ||
      (!isSigned && !isTextColumn(names[column] ?? '') && isOfTwo(column)));
  const possible = free.filter((column) => !certain.includes(column) && mayBe(column));
  return { certain: byName('direction', certain, names), possible: byName('direction', possible, names) };
}

/** True where a word has two letters: a lone letter or mark may fill a column for another reason. */
const isWord = (words: Iterable<string>): boolean =>
  [...words].some((word) => /\p{L}\p{M}*\p{L}/u.test(word));
