import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { listStatuses, noteRule, type PaymentStatus, statusNames } from '#domain/payments';
import type { StatusWords } from '#domain/ways';
import { takesStatusWords } from '#domain/statusWords';
import { HttpError } from '../../../../browser/http.js';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { FormDialog } from '../../ui/common/FormDialog.js';
import { CardWarning } from './CardWarning.js';
import { type StatusWordErrors, StatusWordFields } from './StatusWordFields.js';
import { useSetPaymentStatus } from './useSetPaymentStatus.js';

/**
 * Asks for the new status and a note, and stays open with both until the server has stored them. Nothing is chosen at
 * first, and Save needs a change: another status, or a note. A status that tells of money takes its day and its way.
 */
export function PaymentStatusDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const [chosen, setChosen] = useState<PaymentStatus | ''>('');
  const [note, setNote] = useState('');
  const [words, setWords] = useState<StatusWords>({});
  const [failure, setFailure] = useState('');
  const [errors, setErrors] = useState<StatusWordErrors>({});
  const change = useSetPaymentStatus({
    onDone: onClose,
    onFailure: (message, error) => {
      const { receivedOn, way } = (error instanceof HttpError && error.body.errors) || {};
      const found: StatusWordErrors = { ...(receivedOn && { receivedOn }), ...(way && { way }) };
      setErrors(found);
      // The message of a field stands under it.
      setFailure(Object.keys(found).length ? '' : message);
    },
  });
  const label = (name: string) => translate(`resources.payments.dialog.${name}`);
  const noteError = noteRule(note, {});
  const status = chosen || payment?.status;
  const changes = status !== payment?.status || note.trim() !== '';

  const takesWords = payment !== undefined && chosen !== '' && takesStatusWords(payment.status, chosen);

  const submit = () => {
    setFailure('');
    setErrors({});
    if (payment && status && !noteError)
      change.setStatus({ payment, status, note: note.trim() || undefined, ...(takesWords && words) });
  };

  return (
    <FormDialog
      title={label('title')}
      text={label('text')}
      submit={label('update')}
      error={failure}
      isPending={change.isPending}
      isDisabled={!changes}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        select
        fullWidth
        margin="normal"
        id="new-status"
        label={label('status')}
        value={chosen}
        onChange={(event) => setChosen(event.target.value as PaymentStatus)}
        helperText={translate('resources.payments.dialog.now', {
          status: payment && (statusNames[payment.status] ?? payment.status),
        })}
      >
        {listStatuses.map((value) => (
          <MenuItem key={value} value={value}>
            {statusNames[value]}
          </MenuItem>
        ))}
      </TextField>
      {payment && chosen && <CardWarning payment={payment} status={chosen} />}
      <TextField
        fullWidth
        multiline
        minRows={2}
        margin="dense"
        id="status-note"
        label={label('note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={Boolean(noteError)}
        helperText={noteError ?? label('noteHint')}
      />
      {takesWords && (
        <StatusWordFields
          status={chosen}
          words={words}
          errors={errors}
          onChange={(said) => {
            setWords(said);
            setErrors({});
          }}
        />
      )}
    </FormDialog>
  );
}
