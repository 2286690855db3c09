import { Box } from '@mui/material';
import { cardPayoutReason } from '#domain/cards/cards';
import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import { type BankTransaction, outgoingReason } from '#domain/bank/reconciliation';
import { TextLink } from '../../ui/common/TextLink.js';
import { paymentPath } from '../../ui/paths.js';
import { ReviewReason } from './ReviewReason.js';
import { CandidateDue } from './candidates/CandidateDue.js';
import { CandidateSettled } from './candidates/CandidateSettled.js';
import { ReasonChips } from './candidates/ReasonChips.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** The match of a row's transaction: the best candidate, its allocations, or the reason why it is ignored. */
export function TransactionMatch({ transaction }: { transaction: BankTransaction }) {
  const translate = useTranslate();
  const { state, candidates, allocations, offsets = [], reason, rest, currency } = transaction;
  const [candidate] = candidates;
  const isOpen = state === 'ready' || state === 'review';
  return (
    <>
      {allocations.map(({ _id, paymentId, referenceNumber, amount, shortfall, settles }) => (
        <div key={_id}>
          <TextLink to={paymentPath(paymentId)}>{referenceNumber}</TextLink>
          {(allocations.length > 1 || rest !== 0 || settles !== undefined) && (
            <span> · {formatNamedMoney(amount, currency)}</span>
          )}
          {shortfall !== undefined && <span> · {translate('resources.reconcile.withShortfall')}</span>}
        </div>
      ))}
      {offsets.map(({ _id, kind, amount, day }) => (
        <div key={_id}>
          {translate(`resources.reconcile.outgoingKind.parts.${kind}`)} ·{' '}
          {translate('resources.reconcile.outgoingKind.of', {
            amount: formatNamedMoney(amount, currency),
            day: formatDay(day),
          })}
        </div>
      ))}
      {allocations.length + offsets.length > 0 && rest !== 0 && (
        <div>
          {translate(`resources.reconcile.${state === 'matched' ? 'restIgnored' : 'leftOver'}`, {
            amount: formatNamedMoney(Math.abs(rest), currency),
          })}
        </div>
      )}
      {reason && (
        <div data-quiet>{reason === outgoingReason ? translate('resources.reconcile.outgoing') : reason}</div>
      )}
      {isOpen && candidate && (
        <>
          <div>{candidate.customer?.fullName ?? translate('resources.payments.none')}</div>
          <div data-quiet>
            <TextLink to={paymentPath(candidate.paymentId)}>{candidate.referenceNumber}</TextLink> ·{' '}
            <CandidateDue candidate={candidate} />
          </div>
          {candidate.settledBy && (
            <div data-quiet>
              <CandidateSettled settledBy={candidate.settledBy} />
            </div>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, mt: 0.25 }}>
            <ReasonChips candidate={candidate} transaction={transaction} />
            {candidates.length > 1 && (
              <span data-quiet>
                {translate('resources.reconcile.moreCandidates', { smart_count: candidates.length - 1 })}
              </span>
            )}
          </Box>
        </>
      )}
      <ReviewReason transaction={transaction} />
      {isOpen && !candidate && allocations.length === 0 && (
        <div data-quiet>
          {transaction.kind === 'cardPayout'
            ? cardPayoutReason
            : translate('resources.reconcile.noCandidate')}
        </div>
      )}
    </>
  );
}
