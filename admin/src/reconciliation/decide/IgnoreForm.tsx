import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type SubmitEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ignoreReasonRule } from '#domain/reconciliation';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import type { TransactionActions } from './useTransactionActions.js';

interface IgnoreFormProps {
  transaction: TransactionRecord;
  actions: TransactionActions;
}

/** Ignores a transaction, or its unallocated rest, with a reason. */
export function IgnoreForm({ transaction, actions }: IgnoreFormProps) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const busyWith = actions.busyWith(transaction.id);
  const label = (name: string) => translate(`admin.reconcile.${name}`);
  const rest = transaction.allocations.length > 0 ? 'Rest' : '';

  if (!isOpen)
    return (
      <Button variant="outlined" disabled={busyWith !== undefined} onClick={() => setOpen(true)}>
        {label(`actions.ignore${rest}`)}
      </Button>
    );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const message = ignoreReasonRule(reason.trim(), {});
    setError(message);
    if (!message) actions.ignore(transaction, reason.trim());
  };
  return (
    <Stack component="form" noValidate spacing={1} sx={{ flex: '1 1 100%' }} onSubmit={submit}>
      <TextField
        autoFocus
        size="small"
        label={label('reason')}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setError(undefined);
        }}
        error={Boolean(error)}
        helperText={error ?? label('reasonHint')}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <Stack direction="row" spacing={1}>
        <Button type="submit" variant="contained" loading={busyWith === 'ignore'}>
          {label(`actions.ignore${rest}`)}
        </Button>
        <Button onClick={() => setOpen(false)}>{translate('admin.form.cancel')}</Button>
      </Stack>
    </Stack>
  );
}
