import CancelIcon from '@mui/icons-material/CancelOutlined';
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import UndoIcon from '@mui/icons-material/Undo';
import type { listStatuses } from '#domain/payments/payments';
import { type Currency, formatNamedMoney, totalsByCurrency } from '#domain/platform/money';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

const icons: Record<(typeof listStatuses)[number], typeof UndoIcon> = {
  paid: CheckCircleIcon,
  pending: ScheduleIcon,
  failed: CancelIcon,
  refunded: UndoIcon,
};

/** The icon of a status that a payment can be marked with. */
export function PaymentStatusIcon({ status }: { status: keyof typeof icons }) {
  const Icon = icons[status];
  return <Icon fontSize="small" />;
}

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
    const text = isDue ? translate('resources.reconcile.due', { amount: sum }) : sum;
    return <span key={currency}>{` · ${text}`}</span>;
  });
}
