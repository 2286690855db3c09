import { SelectInput, TextInput, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { messages } from '#domain/platform/messages';
import { listStatuses, noteRule, type PaymentStatus, statusNames } from '#domain/payments/payments';
import { asText } from '#domain/platform/rules';
import { takesStatusWords } from '#domain/payments/status-words';
import type { StatusWords } from '#domain/ledger/ways';
import { failureMessage } from '#browser/http';
import type { PaymentRecord } from '../../data/records.js';
import { FormDialog } from '../../ui/forms/FormDialog.js';
import { CardWarning } from './CardWarning.js';
import { saidWords, StatusWordInputs } from './StatusWordInputs.js';
import { useSetPaymentStatus } from './useSetPaymentStatus.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

interface TypedStatus extends StatusWords {
  status?: PaymentStatus;
  note?: string;
}

const choices = listStatuses.map((id) => ({ id, name: statusNames[id] }));

function StatusInputs({ payment }: { payment: PaymentRecord }) {
  const label = useTexts('resources.payments.dialog');
  const chosen = useWatch<TypedStatus, 'status'>({ name: 'status' });
  return (
    <>
      <SelectInput
        source="status"
        // No entry of its own for no choice, and no star, as a note alone is enough.
        isRequired
        label={<>{label('status')}</>}
        choices={choices}
        helperText={label('now', { status: statusNames[payment.status] ?? payment.status })}
      />
      {chosen && <CardWarning payment={payment} status={chosen} />}
      <TextInput
        source="note"
        multiline
        minRows={2}
        label={label('note')}
        helperText={label('noteHint')}
        validate={noteRule}
      />
      {chosen && takesStatusWords(payment.status, chosen) && <StatusWordInputs status={chosen} />}
    </>
  );
}

/**
 * Asks for the new status and a note, and stays open with both until the server has stored them. Nothing is chosen at
 * first, and Save needs a change: another status, or a note. A status that tells of money takes its day and its way.
 */
export function PaymentStatusDialog({ onClose }: { onClose: () => void }) {
  const label = useTexts('resources.payments.dialog');
  const payment = useRecordContext<PaymentRecord>();
  const change = useSetPaymentStatus({ onDone: onClose, isToldHere: true });
  if (!payment) return null;
  const send = ({ status = payment.status, note, ...words }: TypedStatus) =>
    change.mutateAsync({
      ...{ payment, status, note: asText(note) || undefined },
      ...(takesStatusWords(payment.status, status) && saidWords(words)),
    });
  return (
    <FormDialog<TypedStatus>
      keeps="status"
      title={label('title')}
      text={label('text')}
      submit={label('update')}
      write={{ ...change, mutateAsync: send }}
      failure={(error) => failureMessage(error, messages.updatePaymentStatus)}
      isReady={({ status, note }) => (status ?? payment.status) !== payment.status || asText(note) !== ''}
      onClose={onClose}
    >
      <StatusInputs payment={payment} />
    </FormDialog>
  );
}
