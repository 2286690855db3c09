import { formatNamedMoney } from '#domain/platform/money';
import { statusNames } from '#domain/payments/payments';
import type { Candidate } from '#domain/bank/candidates';
import { useTranslate } from '../../../ui/i18n/useTranslate.js';

/** "CA$2,256.61 due", or the payment's status if nothing is due. */
export function CandidateDue({ candidate: { due, currency, status } }: { candidate: Candidate }) {
  const translate = useTranslate();
  return due > 0
    ? translate('resources.reconcile.due', { amount: formatNamedMoney(due, currency) })
    : statusNames[status];
}
