import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatCents } from '#domain/money';
import { isSettled, statusNames } from '#domain/payments';
import { type MatchLine, type MatchOutcome } from './matchPlan.js';

export interface OutcomeTextProps {
  line: MatchLine;
  outcome: MatchOutcome | undefined;
  acceptsShortfall: boolean;
  isRefund: boolean;
}

/** "Becomes Paid", "Stays Pending: CA$25.00 still due". */
export function OutcomeText({ line: { payment }, outcome, acceptsShortfall, isRefund }: OutcomeTextProps) {
  const translate = useTranslate();
  if (!outcome || outcome.amountError || outcome.settlesError || outcome.most !== undefined) return null;
  const { becomes, missing } = outcome;
  const name = becomes
    ? acceptsShortfall && missing > 0
      ? 'becomesShort'
      : 'becomes'
    : isRefund
      ? 'partRefund'
      : missing > 0 && !isSettled(payment.status)
        ? 'stays'
        : 'keeps';
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
      {translate(`resources.reconcile.outcome.${name}`, {
        status: statusNames[becomes ?? payment.status],
        amount: formatCents(missing, payment.currency),
      })}
    </Typography>
  );
}
