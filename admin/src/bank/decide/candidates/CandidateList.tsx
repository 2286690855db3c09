import { Button, Typography } from '@mui/material';
import { formatNamedMoney } from '#domain/platform/money';
import type { Candidate } from '#domain/bank/candidates';
import { takesMoney } from '#domain/bank/match-outcome';
import type { BankTransaction } from '#domain/bank/reconciliation';
import { statusNames } from '#domain/payments/payments';
import { formatDay } from '#domain/platform/dates';
import { moneyWayNames } from '#domain/ledger/ledger-calls';
import { StatusChip } from '../../../ui/fields/payments/fields.js';
import { TextLink } from '../../../ui/common/fields.js';
import { paymentPath } from '../../../ui/paths.js';
import { ChoiceRows } from '../../../ui/lists/SearchSection.js';
import { candidatePayment } from './matchPlan.js';
import { ReasonChips } from './ReasonChips.js';
import { textsOf, useTranslate } from '../../../ui/i18n/useTranslate.js';

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

/** "CA$2,256.61 due", or the payment's status if nothing is due. */
export function CandidateDue({ candidate: { due, currency, status } }: { candidate: Candidate }) {
  const translate = useTranslate();
  return due > 0
    ? translate('resources.reconcile.due', { amount: formatNamedMoney(due, currency) })
    : statusNames[status];
}

interface CandidateListProps {
  transaction: Pick<BankTransaction, 'candidates' | 'amount' | 'rest' | 'currency'>;
  /** Payments that are chosen. */
  chosen: string[];
  onChoose: (candidate: Candidate) => void;
  onRemove: (paymentId: string) => void;
}

/** The proposed payments, the best first; one that can take no money cannot be chosen, and says why. */
export function CandidateList({ transaction, chosen, onChoose, onRemove }: CandidateListProps) {
  const { candidates } = transaction;
  const isRefund = transaction.amount < 0;
  const translate = useTranslate();
  const label = textsOf(translate, 'resources.reconcile.match');
  return (
    <div>
      <Typography variant="h3" component="h2" id="transaction-candidates">
        {label('candidates')}
      </Typography>
      <ChoiceRows aria-labelledby="transaction-candidates">
        {candidates.map((candidate) => {
          const { paymentId, referenceNumber, customer, status, amount, currency, quoted } = candidate;
          const isChosen = chosen.includes(paymentId);
          const takes = takesMoney(candidatePayment(candidate), isRefund);
          return (
            <li key={paymentId} data-chosen={isChosen || undefined}>
              <div>
                <strong>{customer?.fullName ?? translate('resources.payments.none')}</strong>{' '}
                <StatusChip status={status} />
                <div>
                  <TextLink to={paymentPath(paymentId)}>{referenceNumber}</TextLink> <span>·</span>{' '}
                  {candidate.due !== amount && <span>{formatNamedMoney(amount, currency)} · </span>}
                  <CandidateDue candidate={candidate} />
                </div>
                {quoted && (
                  <div>
                    {translate('resources.payments.quoted', {
                      amount: formatNamedMoney(quoted.amount, quoted.currency),
                    })}
                  </div>
                )}
                {candidate.settledBy && (
                  <div>
                    <CandidateSettled settledBy={candidate.settledBy} />
                  </div>
                )}
                {!takes && <div>{label(isRefund ? 'nothingReceived' : 'nothingOpen')}</div>}
                <ReasonChips candidate={candidate} transaction={transaction} />
              </div>
              <Button
                size="small"
                variant={isChosen ? 'text' : 'outlined'}
                disabled={!isChosen && !takes}
                aria-pressed={isChosen}
                aria-label={label(isChosen ? 'removeOf' : 'chooseOf', { reference: referenceNumber })}
                onClick={() => (isChosen ? onRemove(paymentId) : onChoose(candidate))}
              >
                <span>{label(isChosen ? 'remove' : 'choose')}</span>
              </Button>
            </li>
          );
        })}
      </ChoiceRows>
    </div>
  );
}
