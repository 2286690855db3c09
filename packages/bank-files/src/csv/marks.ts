import type { DirectionWord } from '../common/contract.js';
import type { Cents } from '../common/cents.js';
import { amountSign } from '../common/amounts.js';
import { exampleOf } from './direction.js';

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

/** A row with the amount and all the text that the file has for it. */
interface MarkedRow {
  row: number;
  /** With the sign that it is written with. */
  cents: Cents;
  amountText: string;
  said: string;
}

/**
 * Returns the marks of amounts in one column, with the likely direction of each, where the signs leave it open: where
 * only credits to a card have a minus, and where unmarked amounts stand beside credits and amounts with a minus.
 */
export function askByMarks(rows: readonly MarkedRow[]): DirectionWord[] | undefined {
  const [minus, plus] = [rows.filter(({ cents }) => cents < 0), rows.filter(({ cents }) => cents > 0)];
  const marks = new Set(rows.map(({ amountText }) => signMark(amountText)));
  const isCredit = ({ said }: MarkedRow) => cardPayment.test(said) || refund.test(said);
  const isCard =
    minus.length > 0 && minus.length <= plus.length && minus.every(isCredit) && !plus.some(isCredit);
  const areMixed = minus.length > 0 && marks.has('CR') && marks.has('');
  if (!isCard && !areMixed) return undefined;
  const likely = (mark: string): DirectionWord['direction'] => {
    if (areMixed) return mark === 'CR' ? 'in' : mark === '' || mark === 'DR' ? 'out' : undefined;
    if (!minus.some(({ said }) => cardPayment.test(said))) return undefined;
    return minus.some(({ amountText }) => signMark(amountText) === mark) ? 'in' : 'out';
  };
  return [...marks].map((word) => {
    const ofMark = rows.filter(({ amountText }) => signMark(amountText) === word);
    const direction = likely(word);
    const [first] = ofMark;
    return {
      ...{ word, isOpen: true, rows: ofMark.length },
      ...(direction && { direction }),
      example: exampleOf({ ...first!, text: first!.said }),
    };
  });
}
