import InfoIcon from '@mui/icons-material/InfoOutlined';
import { Box, Button, Chip, Typography } from '@mui/material';
import {
  absolute,
  asCents,
  currencySigns,
  formatCents,
  formatNamedMoney,
  toCents,
} from '#domain/platform/money';
import { type Candidate, candidateReasonNames, takesNothing } from '#domain/bank/candidates';
import { nextPart, takesMoney } from '#domain/bank/match-outcome';
import type { BankTransaction } from '#domain/bank/reconciliation';
import { statusNames } from '#domain/payments/payments';
import { formatDay } from '#domain/platform/dates';
import { moneyWayNames } from '#domain/ledger/ledger-calls';
import { namedParts } from '#domain/payments/plan';
import { StatusChip } from '../../../ui/fields/payments/fields.js';
import { TextLink } from '../../../ui/common/fields.js';
import { wrappedChips } from '../../../ui/common/wrappedChips.js';
import { paymentPath } from '../../../ui/paths.js';
import { ChoiceRows } from '../../../ui/lists/SearchSection.js';
import { candidatePayment } from './matchPlan.js';
import { textsOf, useTexts, useTranslate } from '../../../ui/i18n/useTranslate.js';

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
                  {candidate.due !== amount && <span>{`${formatNamedMoney(amount, currency)} · `}</span>}
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

/** Returns what of a payment differs from the money that came: "US$ against CA$", "CA$25.00 Short"; undefined for nothing. */
function useDifference(
  { currency, open, why }: Candidate,
  { amount, rest, currency: came }: Pick<BankTransaction, 'amount' | 'rest' | 'currency'>,
): string | undefined {
  const label = useTexts('resources.reconcile.differs');
  if (amount < 0) return undefined;
  if (currency !== came)
    return label('currency', { payment: currencySigns[currency], came: currencySigns[came] });
  const left = asCents(toCents(rest) - toCents(open));
  // Two payments that add up are each less than the money, one that is settled takes none, and a part is what is asked for.
  if (!left || !open || why.includes('sum') || why.includes('part')) return undefined;
  return label(left < 0 ? 'short' : 'over', { amount: formatCents(absolute(left), came) });
}

/** "Part 1 of 2" */
function partName({ parts, plan }: Candidate): string {
  if (!parts || !plan) return candidateReasonNames.part;
  const name = namedParts(parts, plan.length);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

interface ReasonChipsProps {
  candidate: Candidate;
  transaction: Pick<BankTransaction, 'amount' | 'rest' | 'currency'>;
}

/** Reasons to propose a payment, strongest first, and what differs. */
export function ReasonChips({ candidate, transaction }: ReasonChipsProps) {
  const difference = useDifference(candidate, transaction);
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', maxWidth: '100%', flexWrap: 'wrap', gap: 0.5, ...wrappedChips }}
    >
      {candidate.why.map((reason) => (
        <Chip
          key={reason}
          component="span"
          variant="outlined"
          label={reason === 'part' ? partName(candidate) : candidateReasonNames[reason]}
          color={reason === 'reference' ? 'success' : takesNothing([reason]) ? 'error' : 'default'}
        />
      ))}
      {difference && <Chip component="span" variant="outlined" label={difference} color="warning" />}
    </Box>
  );
}

/** One line with the reason for which a transaction with a complete reference cannot be confirmed at once. */
export function ReviewReason({ transaction }: { transaction: BankTransaction }) {
  const translate = useTranslate();
  const { reviewReason, candidates, currency } = transaction;
  const named = candidates.find(({ why }) => why.includes('reference'));
  if (!reviewReason) return null;
  const next = named && nextPart(named);
  const reason = reviewReason === 'amount' && next && !next.isAll ? 'amountOfPlan' : reviewReason;
  return (
    <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'flex-start', mt: 0.25 }}>
      <InfoIcon aria-hidden sx={{ fontSize: 16, mt: '2px', color: 'warning.main' }} />
      <span>
        {translate(`resources.reconcile.reviewReasons.${reason}`, {
          currency,
          other: named?.currency,
          status: named && statusNames[named.status],
          next: next && formatCents(next.cents, named.currency),
          day: next && formatDay(next.day),
          due: named && formatNamedMoney(named.due, named.currency),
        })}
      </span>
    </Box>
  );
}
