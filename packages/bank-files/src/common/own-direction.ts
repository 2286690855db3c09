import type { MoneyDirection, ReadingDecision } from './contract.js';
import { negated } from './amounts.js';
import { decide, type Option, partOption, type Told } from './decide.js';
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

const options = (['in', 'out'] as const).map((way): Option<MoneyDirection> => ({
  ...partOption(
    'directions',
    { '': way },
    `an amount without a minus is money that ${way === 'in' ? 'came in' : 'went out'}`,
  ),
  value: way,
}));

const inWay = (row: StatementRow, way: MoneyDirection): StatementRow =>
  way === 'in' ? row : { ...row, cents: negated(row.cents) };

/**
 * Returns the rows in the direction of their account's amounts without a minus, and the decision on it: banks write a
 * card's purchases with a minus or its payments, and nothing in the file shows which.
 */
export function directOwn(
  rows: readonly StatementRow[],
  undirected: StatementRows['undirected'],
  { said, remembered }: Told<MoneyDirection>,
): { rows: StatementRow[]; way?: MoneyDirection; decision?: ReadingDecision } {
  const isOwn = ({ account = '' }: StatementRow) => undirected?.has(account) === true;
  const own = rows.filter(isOwn);
  if (!own.length) return { rows: [...rows] };
  const isTurned =
    own.every(({ cents }) => cents > 0) ||
    own.some(({ account = '' }) => undirected?.get(account)) ||
    creditsOf(own.map(({ cents, text }) => ({ cents, cells: [text] }))) === 'payments';
  const of = (way: MoneyDirection | undefined) => options.find(({ value }) => value === way);
  const { value, decision } = decide('direction', isTurned ? options.toReversed() : options, {
    said: of(said),
    // Signs that look turned, as those of a list without any minus, are asked about again.
    remembered: remembered === 'in' && isTurned ? undefined : of(remembered),
  });
  const [first] = own;
  const choices = decision.choices?.map((choice) => ({
    ...choice,
    example: exampleOf(inWay(first!, choice.value.answers!.directions!['']!)),
  }));
  return {
    rows: rows.map((row) => (isOwn(row) ? inWay(row, value ?? 'in') : row)),
    ...(value && { way: value }),
    decision: { ...decision, ...(choices && { choices }) },
  };
}
