import { useRecordContext, useTranslate } from 'react-admin';
import Typography from '@mui/material/Typography';
import { formatTime } from '../../../domain/dates.js';
import { EmptyState } from '../common/EmptyState.js';
import { DateText } from '../common/DateText.js';
import { Section } from '../common/Section.js';
import { StatusChip } from '../common/StatusChip.js';
import { Table } from '../common/Table.js';
import type { PaymentRecord } from '../dataProvider.js';
import { PaymentUndoButton } from './PaymentUndoButton.js';

/** The status history: every change with its note and actor. */
export function PaymentHistory() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  if (!payment) return null;
  const label = (name: string) => translate(`resources.payments.show.${name}`);
  return (
    <Section title={label('history')} flush>
      {payment.statusHistory.length === 0 ? (
        <EmptyState title={label('noHistory')} />
      ) : (
        <Table aria-label={label('history')}>
          <thead>
            <tr>
              <th scope="col">{label('historyDate')}</th>
              <th scope="col">{label('status')}</th>
              <th scope="col">{label('historyNote')}</th>
            </tr>
          </thead>
          <tbody>
            {payment.statusHistory.map(({ date, status, note, by }, index) => (
              <tr key={index}>
                <td>
                  <DateText value={date} />
                  <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
                    {formatTime(date)} {translate('resources.payments.show.historyBy', { name: by })}
                  </Typography>
                </td>
                <td>
                  <StatusChip status={status} />
                </td>
                <td>
                  {note || '-'}
                  {index === payment.statusHistory.length - 1 && <PaymentUndoButton />}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
