import { useId, useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { maximumPageSize } from '#domain/lists';
import { ActivityStatus } from '../../activity/ActivityStatus.js';
import { ActivityToggle } from '../../activity/ActivityToggle.js';
import { useActivity } from '../../activity/useActivity.js';
import { EmptyState } from '../../ui/common/EmptyState.js';
import { Section } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { PaymentHistoryRow } from './PaymentHistoryRow.js';
import { timelineOf } from './timeline.js';
import { Permitted } from '../../ui/page/Permitted.js';

/** The status history: every change with its note and actor; on demand with the other entries of the audit trail. */
export function PaymentHistory() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  const activity = useActivity('payments', payment?.id ?? '', {
    enabled: isOpen && Boolean(payment),
    perPage: maximumPageSize,
  });
  if (!payment) return null;
  const label = (name: string) => translate(`resources.payments.show.${name}`);
  const rows = timelineOf(payment.statusHistory, (isOpen && activity.data) || []);
  const latest = payment.statusHistory.at(-1);

  return (
    <Section
      title={label('history')}
      flush
      action={
        <Permitted to="read" resource="history">
          <ActivityToggle isOpen={isOpen} panel={panel} onToggle={setIsOpen} />
        </Permitted>
      }
    >
      <div id={panel}>
        {rows.length === 0 ? (
          <EmptyState title={label('noHistory')} />
        ) : (
          <Table aria-label={label('history')} data-whole-words data-stacked>
            <thead>
              <tr>
                <th scope="col">{label('historyDate')}</th>
                <th scope="col">{label('status')}</th>
                <th scope="col">{label('historyNote')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <PaymentHistoryRow key={index} row={row} isLatest={row.change === latest} />
              ))}
            </tbody>
          </Table>
        )}
        {isOpen && <ActivityStatus activity={activity} skeletons={1} />}
      </div>
    </Section>
  );
}
