import InfoIcon from '@mui/icons-material/InfoOutlined';
import { Box } from '@mui/material';
import { formatDay } from '#domain/platform/dates';
import { formatCents, formatNamedMoney } from '#domain/platform/money';
import { statusNames } from '#domain/payments/payments';
import { nextPart } from '#domain/bank/match-outcome';
import type { BankTransaction } from '#domain/bank/reconciliation';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

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
