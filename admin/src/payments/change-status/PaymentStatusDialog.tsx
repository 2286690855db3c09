import { Alert, Box } from '@mui/material';
import { DateInput, SelectInput, TextInput, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { messages } from '#domain/platform/messages';
import {
  isSettled,
  listStatuses,
  noteRule,
  type Payment,
  type PaymentStatus,
  statusNames,
} from '#domain/payments/payments';
import { asText } from '#domain/platform/rules';
import { statusWordErrors, takesStatusWords } from '#domain/payments/status-words';
import { handWayNames, handWays, type StatusWords } from '#domain/ledger/ways';
import { failureMessage } from '#browser/http';
import { formatNamedMoney } from '#domain/platform/money';
import { cardProviderNames, contradictsCard } from '#domain/cards/cards';
import type { ListedPaymentRecord, PaymentRecord } from '../../data/records.js';
import { FormDialog, SafeConfirm } from '../../ui/forms/FormDialog.js';
import { useSetPaymentStatus } from './useSetPaymentStatus.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { isConflict } from '../../ui/undo/undo.js';
import { useToday } from '../../data/useCounts.js';

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
  const change = useSetPaymentStatus({ isToldHere: true });
  if (!payment) return null;
  const send = ({ status = payment.status, note, ...words }: TypedStatus) =>
    change.mutateAsync({
      payment,
      status,
      note: asText(note) || undefined,
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

interface PaymentMarkDialogProps {
  /** As listed, or on its own page, which names its customer. */
  payment: Omit<PaymentRecord, 'statusHistory'> & Partial<Pick<ListedPaymentRecord, 'customer'>>;
  status: PaymentStatus;
  onClose: () => void;
}

/** Asks before a payment is marked as failed or refunded, or otherwise than the card provider says; shows a failure. */
export function PaymentMarkDialog({ payment, status, onClose }: PaymentMarkDialogProps) {
  const translate = useTranslate();
  const { mutate, isPending, error } = useSetPaymentStatus({ onDone: onClose, isToldHere: true });
  const { referenceNumber: reference, amount, currency, customer } = payment;
  const mark = translate('resources.payments.actions.mark', { status: statusNames[status] });

  return (
    <SafeConfirm
      title={mark}
      content={translate(`resources.payments.mark.${customer === undefined ? 'textOfOne' : 'text'}`, {
        reference,
        amount: formatNamedMoney(amount, currency),
        customer: customer?.fullName ?? translate('resources.payments.none'),
        status: statusNames[status],
      })}
      error={error ? failureMessage(error, messages.updatePaymentStatus) : undefined}
      confirm={mark}
      confirmColor={isSettled(status) ? 'primary' : 'warning'}
      loading={isPending}
      onConfirm={isConflict(error) ? undefined : () => mutate({ payment, status })}
      onClose={onClose}
    >
      <CardWarning payment={payment} status={status} />
    </SafeConfirm>
  );
}

/** Says that the card provider knows a payment otherwise than in the status that is about to be set by hand. */
export function CardWarning({ payment, status }: { payment: Pick<Payment, 'card'>; status: PaymentStatus }) {
  const translate = useTranslate();
  const { card } = payment;
  if (!card || !contradictsCard(payment, status)) return null;
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      {translate('resources.payments.card.otherwise', {
        provider: cardProviderNames[card.provider],
        state: translate(`resources.payments.card.states.${card.state}`).toLowerCase(),
        status: statusNames[status],
      })}
    </Alert>
  );
}

const ways = handWays.map((id) => ({ id, name: handWayNames[id] }));

/** The words that are said in a form; what is not said is missing. */
export const saidWords = ({ receivedOn, way }: StatusWords): StatusWords => ({
  ...(receivedOn && { receivedOn }),
  ...(way && { way }),
});

/** Two optional fields beside a status that tells of money: the day on which it came or went, and its way. */
export function StatusWordInputs({ status }: { status: PaymentStatus }) {
  const label = useTexts('resources.payments.words');
  const today = useToday();
  const way: unknown = useWatch({ name: 'way' });
  const rule = (field: keyof StatusWords) => (_value: unknown, form: StatusWords) =>
    statusWordErrors(saidWords(form), today)[field];
  const isRefund = status === 'refunded';
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
      <DateInput
        source="receivedOn"
        label={label('receivedOn')}
        helperText={label(isRefund ? 'wentOnHint' : 'receivedOnHint')}
        validate={rule('receivedOn')}
        slotProps={{ htmlInput: { max: today } }}
      />
      <SelectInput
        source="way"
        label={label('way')}
        choices={ways}
        emptyText={label('notSaid')}
        helperText={label(way ? (isRefund ? 'recordsRefund' : 'recordsReceipt') : 'wayHint')}
        validate={rule('way')}
      />
    </Box>
  );
}
