import { Box, Button, Stack } from '@mui/material';
import { useState } from 'react';
import { Form, TextInput } from 'react-admin';
import { asText, type Rule } from '#domain/platform/rules';
import { FormMessages } from './FormBody.js';
import { useTranslate } from '../i18n/useTranslate.js';

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

  if (!isOpen)
    return (
      <Button variant="outlined" disabled={isDisabled} onClick={() => setOpen(true)}>
        {action}
      </Button>
    );
  return (
    <Box sx={{ flex: '1 1 100%' }}>
      <Form
        record={{}}
        noValidate
        reValidateMode="onSubmit"
        disableInvalidFormNotification
        onSubmit={({ reason }: { reason?: string }) => onSubmit(asText(reason))}
      >
        <FormMessages />
        <TextInput
          autoFocus
          source="reason"
          label={label}
          helperText={hint}
          validate={rule}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <Stack direction="row" spacing={1}>
          <Button type="submit" variant="contained" loading={isSending}>
            {action}
          </Button>
          <Button onClick={() => setOpen(false)}>{translate('admin.form.cancel')}</Button>
        </Stack>
      </Form>
    </Box>
  );
}
