import { type Currency, formatNamedMoney, totalsByCurrency } from '#domain/platform/money';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

interface PaymentSumsProps {
  payments: { id: string; amount: number; due: number; currency: Currency }[];
  /** Adds what is due instead of the amounts. */
  isDue?: boolean;
}

/** The sum of payments in each currency. */
export function PaymentSums({ payments, isDue = false }: PaymentSumsProps) {
  const translate = useTranslate();
  const sums = isDue ? payments.map(({ due, currency }) => ({ amount: due, currency })) : payments;
  return totalsByCurrency(sums).map(({ currency, amount }) => {
    const sum = formatNamedMoney(amount, currency);
    return (
      <span key={currency}> · {isDue ? translate('resources.reconcile.due', { amount: sum }) : sum}</span>
    );
  });
}
