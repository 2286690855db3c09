import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin';
import { dueAmount } from '#domain/balance';
import { formatDateTime, formatDay } from '#domain/dates';
import { messages } from '#domain/messages';
import { formatNamedMoney } from '#domain/money';
import { outgoingKindNames } from '#domain/outgoing';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { Section } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { TextLink } from '../../ui/common/TextLink.js';
import type { dataProvider, PaymentRecord } from '../../data/dataProvider.js';
import { transactionsPath } from '../../ui/paths.js';

/** Receipts of the payment in context by bank transaction, and the amount still due. */
export function PaymentReceipts() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const { getReceipts } = useDataProvider<typeof dataProvider>();
  const id = payment?.id ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['payments', 'receipts', id],
    queryFn: ({ signal }) => getReceipts(id, signal),
    enabled: id !== '',
  });
  if (!payment) return null;
  const label = (name: string, options?: object) =>
    translate(`resources.reconcile.receipts.${name}`, options);

  return (
    <Section title={label('title')} flush isBusy={!data && !error}>
      <Typography sx={{ px: 2, pb: 2 }}>
        <BalanceText payment={payment} />
      </Typography>
      {error && !data ? (
        <Box sx={{ px: 2, pb: 2 }}>
          <ErrorAlert error={error} fallback={messages.fetchReceipts} onRetry={() => void refetch()} />
        </Box>
      ) : !data ? (
        <Box sx={{ px: 2, pb: 2 }}>
          <Skeleton variant="rounded" height={56} />
        </Box>
      ) : (
        data.length > 0 && (
          <Table aria-label={label('title')} data-whole-words data-stacked>
            <thead>
              <tr>
                <th scope="col">{label('day')}</th>
                <th scope="col">{label('from')}</th>
                <th scope="col" data-align="right">
                  {label('amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map(
                ({
                  _id,
                  transactionId,
                  transactionAmount,
                  day,
                  payer,
                  text,
                  bankAccount,
                  kind,
                  reversedOn,
                  ...receipt
                }) => (
                  <tr key={_id}>
                    <td data-nowrap>
                      <TextLink
                        to={transactionsPath({ state: 'matched' }, transactionId)}
                        aria-label={label('open', { day: formatDay(day) })}
                      >
                        {formatDay(day)}
                      </TextLink>
                    </td>
                    <td data-wide="last">
                      {payer || text}
                      {(kind ?? reversedOn) && (
                        <Typography variant="body2" sx={{ fontWeight: 500 }}>
                          {kind
                            ? outgoingKindNames[kind]
                            : label('reversed', { day: formatDay(reversedOn ?? '') })}
                        </Typography>
                      )}
                      <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
                        {[
                          bankAccount,
                          translate('resources.reconcile.allocatedBy', {
                            name: receipt.by,
                            at: formatDateTime(receipt.at),
                          }),
                        ].join(' · ')}
                      </Typography>
                    </td>
                    <td data-align="right">
                      {formatNamedMoney(Math.sign(transactionAmount) * receipt.amount, receipt.currency)}
                      {receipt.settles !== undefined && (
                        <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
                          {translate('resources.reconcile.settles', {
                            amount: formatNamedMoney(receipt.settles, payment.currency),
                          })}
                        </Typography>
                      )}
                      {receipt.shortfall !== undefined && (
                        <Typography
                          variant="caption"
                          color="text.secondary"
                          sx={{ display: 'block', whiteSpace: 'normal' }}
                        >
                          {label('shortfall', {
                            amount: formatNamedMoney(receipt.shortfall, payment.currency),
                          })}
                        </Typography>
                      )}
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </Table>
        )
      )}
    </Section>
  );
}

/** "CA$2,231.61 of CA$2,256.61 was received. CA$25.00 is still due." */
function BalanceText({ payment }: { payment: PaymentRecord }) {
  const translate = useTranslate();
  const { amount, currency, received, refunded, shortfall = 0, reversed = 0 } = payment;
  const money = (value: number) => formatNamedMoney(value, currency);
  const due = dueAmount(payment);
  const label = (name: string, options?: object) =>
    translate(`resources.reconcile.receipts.${name}`, options);
  if (payment.card && received === 0 && reversed === 0)
    return [
      label(`byCard.${payment.card.state}`),
      refunded > 0 && label('refunded', { amount: money(refunded) }),
    ]
      .filter(Boolean)
      .join(' ');
  return [
    received > 0 || reversed > 0
      ? label('received', { received: money(received), amount: money(amount) })
      : label('none'),
    shortfall > 0 && label('accepted', { amount: money(shortfall) }),
    reversed > 0 && label('reversedSum', { amount: money(reversed) }),
    refunded > 0 && label('refunded', { amount: money(refunded) }),
    due > 0 && payment.status === 'pending' && label('due', { amount: money(due) }),
    received === 0 && due === 0 && label('byHand'),
  ]
    .filter(Boolean)
    .join(' ');
}
