import type { MoneyDirection } from '../../common/contract.js';
import type { Cents } from '../../common/cents.js';
import { amountSign } from '../../common/amounts.js';

/** The mark that gives an amount its sign, as a word of its direction: '' for none. */
export function signMark(text: string): string {
  const sign = amountSign(text);
  if (sign === 0) return '';
  if (sign > 0) return /CR/i.test(text) ? 'CR' : '+';
  if (/D[RB]/i.test(text)) return 'DR';
  return text.includes('(') ? '()' : '-';
}

/** Texts of a card holder's payment to the bank. */
const cardPayment =
  /thank ?you|autopay|payment received|payment - |^(?:online |internet |mobile |web )?payments?$|merci\b|paiement re[çc]u|pagamento recebido/i;

/** Texts of the return of a purchase, which can also be what an account's owner pays back. */
const refund = /\b(?:credit|refund|return)s?$|refund|remboursement|estorno/i;

/** A row with its amount. */
interface MarkedRow {
  /** With the sign that it is written with. */
  cents: Cents;
  amountText: string;
  cells: readonly string[];
}

/** The marks of amounts in one column that leave the direction open, and the direction that each likely has. */
export interface OpenMarks {
  marks: string[];
  likely: Record<string, MoneyDirection>;
}

/**
 * Returns the marks where they leave the direction open: only credits to a card have a minus, or unmarked amounts stand
 * beside credits.
 */
export function openMarks(rows: readonly MarkedRow[]): OpenMarks | undefined {
  const [minus, plus] = [rows.filter(({ cents }) => cents < 0), rows.filter(({ cents }) => cents > 0)];
  const marks = [...new Set(rows.map(({ amountText }) => signMark(amountText)))];
  const says = ({ cells }: MarkedRow, kind: RegExp) => cells.some((cell) => kind.test(cell));
  const isCredit = (row: MarkedRow) => says(row, cardPayment) || says(row, refund);
  const isCard =
    minus.length > 0 && minus.length <= plus.length && minus.every(isCredit) && !plus.some(isCredit);
  const areMixed = marks.includes('CR') && marks.includes('');
  if (!isCard && !areMixed) return undefined;
  const ofSign = (mark: string): MoneyDirection => (['-', '()', 'DR'].includes(mark) ? 'out' : 'in');
  const likely = (mark: string): MoneyDirection => {
    if (areMixed && mark === '') return 'out';
    return isCard && minus.some((row) => says(row, cardPayment)) ? turned(ofSign(mark)) : ofSign(mark);
  };
  return { marks, likely: Object.fromEntries(marks.map((mark) => [mark, likely(mark)])) };
}

export const turned = (direction: MoneyDirection): MoneyDirection => (direction === 'in' ? 'out' : 'in');
