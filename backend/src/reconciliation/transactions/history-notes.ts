import { formatDay } from '#domain/dates';
import { type Currency, formatNamedMoney } from '#domain/money';
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

type Source = Pick<BankTransaction, 'day' | 'payer' | 'text'>;

/** "on Nov 21, 2026 · RBC Business · JANE SMITH" */
const origin = ({ day, payer, text }: Source, account: string): string =>
  [`on ${formatDay(day)}`, account, payer || text.slice(0, maximumText)].filter(Boolean).join(' · ');

/** Makes a note such as "Received CA$2,256.61 on Nov 21, 2026 · RBC Business · JANE SMITH". */
const noteOf =
  (act: string) =>
  (allocated: AllocatedAmount, source: Source, account: string): string =>
    `${act} ${written(allocated)} ${origin(source, account)}`;

export const receivedNote = noteOf('Received');
export const refundedNote = noteOf('Refunded');
export const undoneNote = noteOf('Match undone:');
export const reversedNote = noteOf('Reversed by the bank:');
export const reversalUndoneNote = noteOf('Reversal undone:');
export const returnedNote = noteOf('Surplus returned:');
export const returnUndoneNote = noteOf('Return of the surplus undone:');

/** "CA$25.00 missing, accepted as the bank’s fees" */
export const shortfallNote = (shortfall: number, currency: Currency): string =>
  `${formatNamedMoney(shortfall, currency)} missing, accepted as the bank’s fees`;

/** "CA$2,231.61 of CA$2,256.61 received" */
export const partNote = (received: number, amount: number, currency: Currency): string =>
  `${formatNamedMoney(received, currency)} of ${formatNamedMoney(amount, currency)} received`;

/** "CA$100.00 of CA$2,256.61 refunded" */
export const partRefundedNote = (refunded: number, received: number, currency: Currency): string =>
  `${formatNamedMoney(refunded, currency)} of ${formatNamedMoney(received, currency)} refunded`;
