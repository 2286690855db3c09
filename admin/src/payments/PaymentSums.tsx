import { type Currency, formatNamedMoney, totalsByCurrency } from '../../../domain/money.js';

/** The sum of payments in each currency. */
export const PaymentSums = ({
  payments,
}: {
  payments: { id: string; amount: number; currency: Currency }[];
}) =>
  totalsByCurrency(payments).map(({ currency, amount }) => (
    <span key={currency}> · {formatNamedMoney(amount, currency)}</span>
  ));
