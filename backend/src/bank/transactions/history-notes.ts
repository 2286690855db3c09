import { formatDay } from '#domain/platform/dates';
import { type Cents, type Currency, formatCents, formatNamedMoney } from '#domain/platform/money';
import type { HandRefund } from '#domain/ledger/refunds';
import { handWayNames } from '#domain/ledger/ways';
import type { PlanWords } from '../../payments/plan-note.js';
import type { BankTransaction } from './bank-transaction.schema.js';

/** Maximum number of characters of a bank's text that a history entry quotes where no payer is known. */
const maximumText = 80;

export interface AllocatedAmount {
  /** In the transaction's currency. */
  cents: Cents;
  currency: Currency;
  /** In the payment's currency, where that is another one. */
  settles?: { cents: Cents; currency: Currency };
}

const written = ({ cents, currency, settles }: AllocatedAmount): string =>
  formatCents(cents, currency) + (settles ? ` for ${formatCents(settles.cents, settles.currency)}` : '');

const noPlan: PlanWords = { whole: '', part: '' };

type Source = Pick<BankTransaction, 'day' | 'payer' | 'text'>;

/** "on Nov 21, 2026 · RBC Business · JANE SMITH" */
const origin = ({ day, payer, text }: Source, account: string): string =>
  [`on ${formatDay(day)}`, account, payer || text.slice(0, maximumText)].filter(Boolean).join(' · ');

/** Makes a note such as "Received CA$2,256.61 on Nov 21, 2026 · RBC Business · JANE SMITH", with words of a plan. */
const noteOf =
  (act: string) =>
  (allocated: AllocatedAmount, source: Source, account: string, { whole, part }: PlanWords = noPlan) =>
    `${act} ${written(allocated)}${whole} ${origin(source, account)}${part}`;

/** "in place of CA$200.50 recorded on Nov 28, 2026 · Cash" */
export const insteadNote = ({ amount, day, way }: HandRefund, currency: Currency): string =>
  `in place of ${formatNamedMoney(amount, currency)} recorded on ${formatDay(day)} · ${handWayNames[way]}`;

export const receivedNote = noteOf('Received');
export const refundedNote = noteOf('Refunded');
export const undoneNote = noteOf('Match undone:');
export const reversedNote = noteOf('Reversed by the bank:');
export const reversalUndoneNote = noteOf('Reversal undone:');
export const refundReturnedNote = noteOf('Refund came back:');
export const refundReturnUndoneNote = noteOf('Return of the refund undone:');
export const returnedNote = noteOf('Surplus returned:');
export const returnUndoneNote = noteOf('Return of the surplus undone:');

/** "CA$25.00 missing, accepted as the bank’s fees" */
export const shortfallNote = (shortfall: Cents, currency: Currency): string =>
  `${formatCents(shortfall, currency)} missing, accepted as the bank’s fees`;

/** "CA$2,231.61 of CA$2,256.61 received" */
export const partNote = (received: Cents, amount: Cents, currency: Currency): string =>
  `${formatCents(received, currency)} of ${formatCents(amount, currency)} received`;

/** "CA$100.00 of CA$2,256.61 refunded" */
export const partRefundedNote = (refunded: Cents, received: Cents, currency: Currency): string =>
  `${formatCents(refunded, currency)} of ${formatCents(received, currency)} refunded`;
