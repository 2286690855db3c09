import InfoIcon from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import { formatNamedMoney } from '#domain/platform/money';
import { statusNames } from '#domain/payments/payments';
import type { BankTransaction } from '#domain/bank/reconciliation';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** One line with the reason for which a transaction with a complete reference cannot be confirmed at once. */
export function ReviewReason({ transaction }: { transaction: BankTransaction }) {
  const translate = useTranslate();
  const { reviewReason, candidates, currency } = transaction;
  const named = candidates.find(({ why }) => why.includes('reference'));
  if (!reviewReason) return null;
  return (
    <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'flex-start', mt: 0.25 }}>
      <InfoIcon aria-hidden sx={{ fontSize: 16, mt: '2px', color: 'warning.main' }} />
      <span>
        {translate(`resources.reconcile.reviewReasons.${reviewReason}`, {
          currency,
          other: named?.currency,
          status: named && statusNames[named.status],
          due: named && formatNamedMoney(named.due, named.currency),
        })}
      </span>
    </Box>
  );
}
