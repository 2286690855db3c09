import { Alert, Box } from '@mui/material';
import { useState } from 'react';
import { BooleanInput, TextInput } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import type { PaymentLedger } from '#domain/ledger/ledger-calls';
import { mostFee } from '#domain/ledger/payment-money';
import { messages } from '#domain/platform/messages';
import { formatNamedMoney, plainAmount, sum, toAmount, toCents } from '#domain/platform/money';
import { asText } from '#domain/platform/rules';
import { typedNumber } from '#domain/platform/typed-amount';
import { noteRule } from '#domain/payments/payments';
import { failureMessage, HttpError } from '#browser/http';
import type { PaymentRecord } from '../../data/records.js';
import { NotLoaded } from '../../ui/common/Section.js';
import { FormDialog } from '../../ui/forms/FormDialog.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';
import { useSetPaymentStatus } from '../change-status/useSetPaymentStatus.js';
import { usePaymentMoney } from './PaymentMoney.js';
import { useMailsOf } from '../../mail/useMailsOf.js';

interface TypedCancellation {
  fee?: string;
  note?: string;
  notify?: boolean;
}

/** The number of a typed fee, 0 of none; NaN of a text that is none. */
const typedFee = (text: unknown) => typedNumber(asText(text) || '0');

/** True where the visitor would be written to: who made the payment and was asked for it, or has paid. */
function useHearsOfIt({ id, source, card, received, erasedAt }: PaymentRecord) {
  const isVisitors = (source !== 'admin' || !!card) && !erasedAt;
  const isUnsure = isVisitors && received <= 0;
  const { data, ...query } = useMailsOf({ paymentId: id }, { enabled: isUnsure });
  const isAsked = data?.mails.some(({ kind, state }) => kind === 'instructions' && state !== 'cancelled');
  return { ...query, isKnown: !isUnsure || !!data, hearsOfIt: isUnsure ? !!isAsked : isVisitors };
}

interface CancellationInputsProps {
  ledger: PaymentLedger;
  most: number;
  hearsOfIt: boolean;
}

/** The money that is there, is kept and goes back, as the fee is typed. */
function Figures({ ledger, most }: Pick<CancellationInputsProps, 'ledger' | 'most'>) {
  const label = useTexts('resources.payments.cancel');
  const { value } = typedFee(useWatch<TypedCancellation, 'fee'>({ name: 'fee' }));
  const money = (amount: number) =>
    // Of a fee that cannot be kept nothing follows.
    value <= most ? formatNamedMoney(Math.max(0, amount), ledger.currency) : '–';
  const rows = [
    ['there', formatNamedMoney(Math.max(0, ledger.net), ledger.currency)],
    ['kept', money(value)],
    ['back', money(sum([ledger.net, -value]))],
  ] as const;
  return (
    <Box
      component="dl"
      aria-label={label('figures')}
      sx={{
        display: 'grid',
        gridTemplateColumns: '1fr auto',
        gap: '4px 16px',
        m: 0,
        mb: 1,
        '& dd': { m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
        '& :nth-last-of-type(1)': { fontWeight: 600 },
      }}
    >
      {rows.map(([name, amount]) => [
        <dt key={name}>{label(name)}</dt>,
        <dd key={`${name} amount`}>{amount}</dd>,
      ])}
    </Box>
  );
}

function CancellationInputs({ ledger, most, hearsOfIt }: CancellationInputsProps) {
  const label = useTexts('resources.payments.cancel');
  const amount = formatNamedMoney(most, ledger.currency);
  const rule = (text: unknown) => {
    const { value, message } = typedFee(text);
    return message ?? (value > most ? label('tooMuch', { amount }) : undefined);
  };
  return (
    <>
      {most > 0 ? (
        <>
          <TextInput
            source="fee"
            label={label('fee', { currency: ledger.currency })}
            helperText={label('most', { amount })}
            validate={rule}
            autoComplete="off"
            slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20 } }}
          />
          <Figures ledger={ledger} most={most} />
        </>
      ) : (
        <Box component="p" sx={{ mt: 0, mb: 2 }}>
          {label('nothing')}
        </Box>
      )}
      <TextInput
        source="note"
        multiline
        minRows={2}
        label={label('note')}
        helperText={label('noteHint')}
        validate={noteRule}
      />
      {hearsOfIt && <BooleanInput source="notify" label={label('notify')} />}
    </>
  );
}

/** Says that a colleague changed the status meanwhile, unless the refusal says it in the form. */
function StatusChanged({ refusal }: { refusal: Error | null }) {
  const { errors } = useFormState();
  const isSaid = errors.root && refusal instanceof HttpError && refusal.status === 409;
  return !isSaid && <Alert severity="error">{messages.editConflict}</Alert>;
}

/** Cancels a payment, or says another fee of a cancelled one: what is kept, and what goes back. */
export function CancelPaymentDialog({ payment, onClose }: { payment: PaymentRecord; onClose: () => void }) {
  const label = useTexts('resources.payments.cancel');
  const money = usePaymentMoney(payment.id);
  const { hearsOfIt, ...mails } = useHearsOfIt(payment);
  const change = useSetPaymentStatus({ isToldHere: true });
  const ledger = mails.isKnown ? money.data?.ledger : undefined;
  const { error, refetch } = money.error ? money : mails;
  // As the dialog was opened: what asks for a fee must not cancel a payment that a colleague took up again.
  const [isCancelled] = useState(payment.status === 'cancelled');
  const isOutdated = isCancelled !== (payment.status === 'cancelled');
  const most = ledger ? toAmount(mostFee({ kept: toCents(ledger.kept) }, toCents(payment.amount))) : 0;
  const standing = payment.fee ?? 0;
  const send = ({ fee, note, notify = true }: TypedCancellation) =>
    change.mutateAsync({
      payment,
      status: 'cancelled',
      fee: typedFee(fee).value,
      note: asText(note) || undefined,
      ...(hearsOfIt && { notify }),
    });
  return (
    <FormDialog<TypedCancellation>
      keeps="cancellation"
      title={label(isCancelled ? 'titleOfFee' : 'title')}
      text={label('text', { reference: payment.referenceNumber })}
      submit={label(isCancelled ? 'submitFee' : 'submit')}
      cancel="ra.action.back"
      isCautious
      defaultValues={{ fee: standing ? plainAmount(standing) : '0', notify: true }}
      write={{ ...change, mutateAsync: send }}
      failure={(failed) => failureMessage(failed, messages.updatePaymentStatus)}
      isReady={({ fee, note }) =>
        !!ledger && !isOutdated && (!isCancelled || typedFee(fee).value !== standing || asText(note) !== '')
      }
      onClose={onClose}
    >
      {isOutdated && (change.isIdle || change.isError) && <StatusChanged refusal={change.error} />}
      {ledger ? (
        <CancellationInputs ledger={ledger} most={most} hearsOfIt={hearsOfIt} />
      ) : (
        <NotLoaded error={error} refetch={refetch} height={240} />
      )}
    </FormDialog>
  );
}
