import { formatDay } from '../../../domain/dates.js';
import { type Currency, formatNamedMoney } from '../../../domain/money.js';
import type { BankTransaction } from './bank-transaction.schema.js';

/** Maximum number of characters of a bank's text that a history entry quotes where no payer is known. */
const maximumText = 80;

export interface AllocatedAmount {
  /** In the transaction's currency. */
  amount: number;
  currency: Currency;
  /** In the payment's currency, where that is another one. */
  settles?: { amount: number; currency: Currency };
}

const written = ({ amount, currency, settles }: AllocatedAmount): string =>
  formatNamedMoney(amount, currency) +
  (settles ? ` for ${formatNamedMoney(settles.amount, settles.currency)}` : '');

/** "on Nov 21, 2026 · RBC Business · JANE SMITH" */
const origin = (
  { day, payer, text }: Pick<BankTransaction, 'day' | 'payer' | 'text'>,
  account: string,
): string =>
  [`on ${formatDay(day)}`, account, payer || text.slice(0, maximumText)].filter(Boolean).join(' · ');

type Source = Pick<BankTransaction, 'day' | 'payer' | 'text'>;

/** "Received CA$2,256.61 on Nov 21, 2026 · RBC Business · JANE SMITH" */
export const receivedNote = (allocated: AllocatedAmount, source: Source, account: string): string =>
  `Received ${written(allocated)} ${origin(source, account)}`;

/** "CA$25.00 accepted as bank fees" */
export const shortfallNote = (shortfall: number, currency: Currency): string =>
  `${formatNamedMoney(shortfall, currency)} missing, accepted as the bank’s fees`;

/** "CA$2,231.61 of CA$2,256.61 received" */
export const partNote = (received: number, amount: number, currency: Currency): string =>
  `${formatNamedMoney(received, currency)} of ${formatNamedMoney(amount, currency)} received`;

/** "Refunded CA$2,256.61 on Nov 22, 2026 · RBC Business · JANE SMITH" */
export const refundedNote = (allocated: AllocatedAmount, source: Source, account: string): string =>
  `Refunded ${written(allocated)} ${origin(source, account)}`;

/** "CA$100.00 of CA$2,256.61 refunded" */
export const partRefundedNote = (refunded: number, received: number, currency: Currency): string =>
  `${formatNamedMoney(refunded, currency)} of ${formatNamedMoney(received, currency)} refunded`;

/** "Match undone: CA$2,256.61 on Nov 21, 2026 · RBC Business · JANE SMITH" */
export const undoneNote = (allocated: AllocatedAmount, source: Source, account: string): string =>
  `Match undone: ${written(allocated)} ${origin(source, account)}`;
