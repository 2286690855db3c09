import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin';
import { isTestPayment } from '#domain/cards';
import { messages } from '#domain/messages';
import type { dataProvider, PaymentRecord } from '../../data/dataProvider.js';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { Section } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { MoneyEntry } from './MoneyEntry.js';
import { moneyRows } from './moneyRows.js';
import { MoneyText } from './MoneyText.js';
import { RecordMoneyButton } from './RecordMoneyButton.js';
import { ReturnedMoney } from './ReturnedMoney.js';

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
