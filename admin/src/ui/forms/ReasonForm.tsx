import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type SubmitEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Rule } from '#domain/rules';

interface ReasonFormProps {
  /** The button that opens the form, and the one that sends it. */
  action: string;
  label: string;
  hint: string;
  rule: Rule;
  /** True while it is sent. */
  isSending: boolean;
  isDisabled: boolean;
  onSubmit: (reason: string) => void;
}

/** A button that asks for a reason of at most 200 characters before it acts. */
export function ReasonForm({ action, label, hint, rule, isSending, isDisabled, onSubmit }: ReasonFormProps) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();

  if (!isOpen)
    return (
      <Button variant="outlined" disabled={isDisabled} onClick={() => setOpen(true)}>
        {action}
      </Button>
    );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const message = rule(reason.trim(), {});
    setError(message);
    if (!message) onSubmit(reason.trim());
  };
  return (
    <Stack component="form" noValidate spacing={1} sx={{ flex: '1 1 100%' }} onSubmit={submit}>
      <TextField
        autoFocus
        size="small"
        label={label}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setError(undefined);
        }}
        error={Boolean(error)}
        helperText={error ?? hint}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <Stack direction="row" spacing={1}>
        <Button type="submit" variant="contained" loading={isSending}>
          {action}
        </Button>
        <Button onClick={() => setOpen(false)}>{translate('admin.form.cancel')}</Button>
      </Stack>
    </Stack>
  );
}
