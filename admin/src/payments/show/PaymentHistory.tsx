import UndoIcon from '@mui/icons-material/Undo';
import { Typography } from '@mui/material';
import { useState } from 'react';
import { useRecordContext, useShowContext } from 'react-admin';
import { formatTime } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { type Payment, type PaymentWithLastBatch, statusNames } from '#domain/payments/payments';
import type { PaymentRecord } from '../../data/records.js';
import { StatusChip } from '../../ui/fields/payments/fields.js';
import { DialogButton } from '../../ui/common/buttons.js';
import { EmptyState, NotLoaded, Section } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { SafeConfirm } from '../../ui/forms/FormDialog.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { type StatusUndo, useUndoPaymentStatus } from '../change-status/useSetPaymentStatus.js';
import { DateField } from '../../ui/common/fields.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

/** A list has no histories: its payment is shown until the page's own is there. */
type ShownPayment = Omit<PaymentRecord, 'statusHistory'> & Partial<Pick<PaymentRecord, 'statusHistory'>>;

type StatusChange = Payment['statusHistory'][number];

/** Asks before a change is undone, and shows why that failed. */
function UndoQuestion({ onClose, ...asked }: { change: StatusUndo; batch: string; onClose: () => void }) {
  const undo = useUndoPaymentStatus(onClose);
  // As it was asked about: a colleague's later change, which is the latest now, is none of the question.
  const [{ change, batch }] = useState(asked);
  const { referenceNumber: reference, from, to } = change;
  const words = { reference, status: statusNames[to], from: statusNames[from] };
  const label = useTexts('resources.payments.undo', words);
  return (
    <SafeConfirm
      title={label('ask')}
      content={label('askText')}
      confirm="ra.action.undo"
      write={undo}
      onConfirm={() => undo.mutate({ changes: [change], batch })}
      onClose={onClose}
    />
  );
}

/** Undoes the last change, after asking, where a person made it; a bank transaction's is undone at its receipt. */
function PaymentUndoButton() {
  const translate = useTranslate();
  const payment = useRecordContext<ShownPayment & PaymentWithLastBatch>();
  const { id, referenceNumber, status: to, version, statusHistory, batch } = payment ?? {};
  const from = statusHistory?.at(-2)?.status;
  if (!id || !referenceNumber || !to || version === undefined || !batch || !from || from === to) return null;
  return (
    <DialogButton
      size="small"
      startIcon={<UndoIcon />}
      aria-label={translate('resources.payments.undo.ofHistory', {
        reference: referenceNumber,
        status: statusNames[to],
      })}
      sx={{ ml: 1, my: -1 }}
      dialog={(close) => (
        <UndoQuestion change={{ id, referenceNumber, from, to, version }} batch={batch} onClose={close} />
      )}
    >
      {translate('ra.action.undo')}
    </DialogButton>
  );
}

/** One change of the status: time and actor, the status, and the note. */
function PaymentHistoryRow({ change, isLatest }: { change: StatusChange; isLatest: boolean }) {
  const translate = useTranslate();
  const { date, by, status, note } = change;
  return (
    <tr>
      <td>
        <DateField source="date" record={change} />
        <Typography variant="caption" color="text.secondary" sx={{ display: 'block', whiteSpace: 'nowrap' }}>
          {`${formatTime(date)} ${translate('resources.payments.show.historyBy', { name: by })}`}
        </Typography>
      </td>
      <td>
        <StatusChip status={status} />
      </td>
      <td data-wide="last">
        <span>{note || '-'}</span>
        {isLatest && (
          <Permitted to="write" resource="payments">
            <PaymentUndoButton />
          </Permitted>
        )}
      </td>
    </tr>
  );
}

/** The status history, newest first: every change with its note and actor. */
export function PaymentHistory() {
  const label = useTexts('resources.payments.show');
  const payment = useRecordContext<ShownPayment>();
  const { error, refetch } = useShowContext();
  if (!payment) return null;
  const changes = payment.statusHistory?.toReversed();
  return (
    <Section title={label('history')} flush>
      {!changes ? (
        <NotLoaded
          error={error}
          fallback={messages.fetchPaymentDetails}
          refetch={refetch}
          height={56}
          isFlush
        />
      ) : changes.length === 0 ? (
        <EmptyState title={label('noHistory')} />
      ) : (
        <Table
          aria-label={label('history')}
          data-whole-words
          data-stacked
          columns={[label('historyDate'), label('status'), label('historyNote')]}
        >
          <tbody>
            {changes.map((change, index) => (
              <PaymentHistoryRow key={index} change={change} isLatest={index === 0} />
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
