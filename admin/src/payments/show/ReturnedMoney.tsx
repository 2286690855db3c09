import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatDay } from '#domain/dates';
import type { Receipt } from '#domain/matches';
import { formatNamedMoney } from '#domain/money';
import { TextLink } from '../../ui/common/TextLink.js';
import { transactionsPath } from '../../ui/paths.js';

/** The parts that were over of a transfer that settles the payment, and were sent back: they never were its money. */
export function ReturnedMoney({ receipts }: { receipts: readonly Receipt[] }) {
  const translate = useTranslate();
  return receipts
    .filter(({ kind }) => kind === 'return')
    .map(({ _id, day, amount, currency, transactionId }) => (
      <Typography key={_id} variant="body2" color="text.secondary" sx={{ px: 2, py: 1 }}>
        {translate('resources.payments.money.returned', {
          amount: formatNamedMoney(amount, currency),
          day: formatDay(day),
        })}{' '}
        {transactionId && (
          <TextLink to={transactionsPath({ state: 'matched' }, transactionId)}>
            {translate('resources.payments.money.openBank')}
          </TextLink>
        )}
      </Typography>
    ));
}
