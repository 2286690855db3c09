import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { formatNamedMoney } from '#domain/money';
import { noticeLengths, noticeRules } from '#domain/notices';
import { errorMessage, HttpError } from '../../../../browser/http.js';
import type { dataProvider } from '../../data/dataProvider.js';
import type { NoticeRecord } from '../../data/reconciliationMethods.js';
import { useWrite } from '../../data/useWrite.js';
import { FormDialog } from '../../ui/common/FormDialog.js';

interface NoticeEditDialogProps {
  notice: NoticeRecord;
  onClose: () => void;
}

type Field = keyof typeof noticeLengths;
const fields: readonly Field[] = ['sender', 'message'];

/** The form that corrects who sent a transfer, and with which message. Number and amount are Interac's. */
export function NoticeEditDialog({ notice, onClose }: NoticeEditDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { correctInteracNotice } = useDataProvider<typeof dataProvider>();
  const { id, version, referenceNumber: number, amount, currency } = notice;
  const [values, setValues] = useState({ sender: notice.sender, message: notice.message });
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const label = (name: string) =>
    translate(`resources.reconcile.notices.${name}`, { number, amount: formatNamedMoney(amount, currency) });
  const save = useWrite({
    mutationKey: ['interac-notices', 'update'],
    mutationFn: (input: typeof values) => correctInteracNotice(id, { ...input, version }),
    onSuccess: () => {
      notify(label('corrected'), { type: 'success' });
      onClose();
    },
    onError: (error) => setErrors(error instanceof HttpError ? (error.body.errors ?? {}) : {}),
  });
  const submit = () => {
    const input = { sender: values.sender.trim(), message: values.message.trim() };
    const found = fields.flatMap((field) => {
      const message = noticeRules[field](input[field], input);
      return message ? [[field, message]] : [];
    });
    setErrors(Object.fromEntries(found) as typeof errors);
    if (!found.length) save.mutate(input);
  };
  return (
    <FormDialog
      title={label('correctTitle')}
      text={label('correctText')}
      error={
        save.error && !Object.values(errors).some(Boolean)
          ? errorMessage(save.error, messages.updateNotice)
          : undefined
      }
      isPending={save.isPending}
      isDisabled={fields.every((field) => values[field].trim() === notice[field])}
      maxWidth="sm"
      onSubmit={submit}
      onClose={onClose}
    >
      {fields.map((field) => (
        <TextField
          key={field}
          autoFocus={field === 'sender'}
          fullWidth
          margin="normal"
          id={`notice-${field}`}
          label={label(field)}
          value={values[field]}
          onChange={(event) => {
            setValues((present) => ({ ...present, [field]: event.target.value }));
            setErrors((found) => ({ ...found, [field]: undefined }));
            save.reset();
          }}
          error={Boolean(errors[field])}
          helperText={errors[field]}
          slotProps={{ htmlInput: { maxLength: noticeLengths[field] } }}
        />
      ))}
    </FormDialog>
  );
}
