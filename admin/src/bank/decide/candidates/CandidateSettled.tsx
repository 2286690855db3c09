import type { Candidate } from '#domain/bank/candidates';
import { formatDay } from '#domain/platform/dates';
import { moneyWayNames } from '#domain/ledger/ledger-calls';
import { useTranslate } from '../../../ui/i18n/useTranslate.js';

/** "Paid first by Card on Nov 5, 2026": the way and the day of what settled a payment, or of a person's word. */
export function CandidateSettled({ settledBy: { way, day } }: Required<Pick<Candidate, 'settledBy'>>) {
  const translate = useTranslate();
  return (
    <span>
      {translate(`resources.reconcile.${way === 'said' ? 'settledByWord' : 'settledBy'}`, {
        way: moneyWayNames[way],
        day: formatDay(day),
      })}
    </span>
  );
}
