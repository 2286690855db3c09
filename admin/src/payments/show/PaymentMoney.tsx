import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin';
import { isTestPayment } from '#domain/cards';
import { formatDay } from '#domain/dates';
import type { Receipt } from '#domain/matches';
import { messages } from '#domain/messages';
import { formatNamedMoney, sum } from '#domain/money';
import { isSettled } from '#domain/payments';
import type { dataProvider, PaymentRecord } from '../../data/dataProvider.js';
import { moneyToGiveBack } from '../../fields/payments/attention.js';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { Section } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { TextLink } from '../../ui/common/TextLink.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { transactionsPath } from '../../ui/paths.js';
import { MoneyEntry } from './MoneyEntry.js';
import { moneyRows } from './moneyRows.js';
import { RecordMoneyButton } from './RecordMoneyDialog.js';

/** "CA$2,231.61 of CA$2,256.61 was received. CA$25.00 is still due." */
function MoneyText() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  if (!payment) return null;
  const {
    amount,
    currency,
    status,
    received,
    refunded,
    due,
    unproven,
    shortfall = 0,
    card,
    attention,
  } = payment;
  const label = (name: string, value?: number) =>
    translate(`resources.payments.money.text.${name}`, {
      amount: value === undefined ? '' : formatNamedMoney(value, currency),
      total: formatNamedMoney(amount, currency),
    });
  const tooMuch = moneyToGiveBack(payment);
  const texts = [
    received > 0
      ? label('received', received)
      : card && (card.state === 'processing' || card.state === 'failed')
        ? label(card.state)
        : label('none'),
    shortfall > 0 && label('accepted', shortfall),
    refunded > 0 && label('refunded', refunded),
    due > 0 && status === 'pending' && label('due', due),
    unproven > 0 && label('unproven', unproven),
    tooMuch > 0 && label(isSettled(status) ? 'surplus' : 'kept', tooMuch),
    attention?.includes('overReturned') && label('overReturned', sum([refunded, -received])),
  ];
  return texts.filter(Boolean).join(' ');
}

/** The parts that were over of a transfer that settles the payment, and were sent back: they never were its money. */
function ReturnedMoney({ receipts }: { receipts: readonly Receipt[] }) {
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

/** The money of the payment in context: what is due, unproven or too much, and every entry with what is kept after it. */
export function PaymentMoney() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const { getMoney } = useDataProvider<typeof dataProvider>();
  const [showsVoided, setShowsVoided] = useState(false);
  const id = payment?.id ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['payments', 'money', id],
    queryFn: ({ signal }) => getMoney(id, signal),
    enabled: id !== '',
  });
  if (!payment) return null;
  const label = (name: string, options?: object) => translate(`resources.payments.money.${name}`, options);
  const rows = data ? moneyRows(data.ledger, data.receipts, payment.card) : [];
  const voided = rows.filter(({ entry }) => entry.voided).length;
  const shown = showsVoided ? rows : rows.filter(({ entry }) => !entry.voided);

  return (
    <Section
      title={label('title')}
      flush
      isBusy={!data && !error}
      action={
        data &&
        !isTestPayment(payment) && (
          <Permitted to="write" resource="payments">
            <RecordMoneyButton ledger={data.ledger} />
          </Permitted>
        )
      }
    >
      <Typography sx={{ px: 2, pb: 2 }}>
        <MoneyText />
      </Typography>
      {error && !data ? (
        <Box sx={{ px: 2, pb: 2 }}>
          <ErrorAlert error={error} fallback={messages.fetchMoney} onRetry={() => void refetch()} />
        </Box>
      ) : !data ? (
        <Box sx={{ px: 2, pb: 2 }}>
          <Skeleton variant="rounded" height={56} />
        </Box>
      ) : (
        shown.length > 0 && (
          <Table aria-label={label('title')} data-whole-words data-stacked>
            <thead>
              <tr>
                <th scope="col">{label('day')}</th>
                <th scope="col">{label('what')}</th>
                <th scope="col" data-align="right">
                  {label('amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <MoneyEntry key={row.entry._id} row={row} />
              ))}
            </tbody>
          </Table>
        )
      )}
      {data && <ReturnedMoney receipts={data.receipts} />}
      {voided > 0 && (
        <Button
          size="small"
          aria-pressed={showsVoided}
          onClick={() => setShowsVoided(!showsVoided)}
          sx={{ mx: 1.5, my: 1 }}
        >
          {label(showsVoided ? 'hideVoided' : 'showVoided', { smart_count: voided })}
        </Button>
      )}
    </Section>
  );
}
