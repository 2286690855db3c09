import type { MoneyDirection } from './contract.js';
import { negated } from './amounts.js';
import { decide, type Decided, type Option, partOption, type Told } from './decide.js';
import { exampleOf, type StatementRow, type StatementRows } from './statement-row.js';

/** Texts of a card holder's payment to the bank. */
const cardPayment =
  /thank ?you|autopay|payment received|payment - |^(?:online |internet |mobile |web )?payments?$|merci\b|paiement re[çc]u|pagamento recebido/i;

/** Texts of the return of a purchase, which can also be what an account's owner pays back. */
const refund =
  /\b(?:credit|refund|return)s?$|refund|remboursement|reembolso|rimborso|estorno|(?:^|\s)[iİ]ade\b|возврат|退款/iu;

/** Returns what the rows with a minus are where they are credits to a card, and none of the others is. */
export function creditsOf(
  rows: readonly { cents: number; cells: readonly string[] }[],
): 'payments' | 'refunds' | undefined {
  const says = ({ cells }: (typeof rows)[number], kind: RegExp) => cells.some((cell) => kind.test(cell));
  const isCredit = (row: (typeof rows)[number]) => says(row, cardPayment) || says(row, refund);
  const [minus, plus] = [rows.filter(({ cents }) => cents < 0), rows.filter(({ cents }) => cents > 0)];
  const areFew = minus.length > 0 && minus.length <= plus.length;
  if (!areFew || !minus.every(isCredit) || plus.some(isCredit)) return undefined;
  return minus.some((row) => says(row, cardPayment)) ? 'payments' : 'refunds';
}

export const wayNames = { in: 'money that came in', out: 'money that went out' } as const;

const inWay = (row: StatementRow, way: MoneyDirection | undefined): StatementRow =>
  way === 'out' ? { ...row, cents: negated(row.cents) } : row;

/**
 * Returns the rows in the direction of their account's amounts without a minus, and the decision on it: banks write a
 * card's purchases with a minus or its payments, and nothing in the file shows which.
 */
export function directOwn(
  rows: StatementRow[],
  undirected: StatementRows['undirected'],
  { said, remembered }: Told<MoneyDirection>,
): { rows: StatementRow[] } & Partial<Decided<MoneyDirection>> {
  const isOwn = ({ account = '' }: StatementRow) => undirected?.has(account) === true;
  const [first, ...others] = rows.filter(isOwn);
  if (!first) return { rows };
  const own = [first, ...others];
  const isTurned =
    own.every(({ cents }) => cents > 0) ||
    own.some(({ account = '' }) => undirected?.get(account)) ||
    creditsOf(own.map(({ cents, text }) => ({ cents, cells: [text] }))) === 'payments';
  const optionOf = (way: MoneyDirection): Option<MoneyDirection> => ({
    ...partOption('directions', { '': way }, `an amount without a minus is ${wayNames[way]}`),
    value: way,
    example: exampleOf(inWay(first, way)),
  });
  const { value, decision } = decide(
    'direction',
    (isTurned ? (['out', 'in'] as const) : (['in', 'out'] as const)).map(optionOf),
    {
      said: said && optionOf(said),
      // Signs that look turned, as those of a list without any minus, are asked about again.
      remembered: remembered && !(remembered === 'in' && isTurned) ? optionOf(remembered) : undefined,
    },
  );
  return { rows: rows.map((row) => (isOwn(row) ? inWay(row, value) : row)), value, decision };
}
