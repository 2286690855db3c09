import { formatNamedMoney } from '../../../domain/money.js';
import type { BankTransaction } from '../../../domain/reconciliation.js';

const maximumTitle = 60;

/** Who a transaction is from: the payer, or the beginning of the bank's text. */
export const transactionTitle = ({ payer, text }: Pick<BankTransaction, 'payer' | 'text'>): string =>
  payer || (text.length > maximumTitle ? `${text.slice(0, maximumTitle).trimEnd()}…` : text);

/** "CA$2,256.61", "-CA$45.00" for what went out. */
export const transactionAmount = ({
  amount,
  currency,
}: Pick<BankTransaction, 'amount' | 'currency'>): string => formatNamedMoney(amount, currency);
