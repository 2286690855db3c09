import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { closeRules } from '#domain/books';
import { messages } from '#domain/messages';
import { errorMessage, HttpError } from '../../../browser/http.js';
import type { dataProvider } from '../data/dataProvider.js';
import { useWrite } from '../data/useWrite.js';
import { FormDialog } from '../ui/common/FormDialog.js';
import { monthBefore, monthEnd } from './bookMonths.js';
import { monthName } from './monthName.js';

/** Opens the newest closed month again, after asking for the reason. */
export function OpenMonthButton({ month }: { month: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { closeBooks } = useDataProvider<typeof dataProvider>();
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  const label = (name: string) =>
    translate(`resources.reports.books.reopen.${name}`, { month: monthName(month) });
  const reopen = useWrite({
    mutationKey: ['payments', 'closeBooks'],
    mutationFn: () => closeBooks({ until: monthEnd(monthBefore(month)), reason: reason.trim() }),
    onSuccess: () => {
      notify(label('done'), { type: 'success' });
      setIsOpen(false);
      setReason('');
    },
  });
  const refused = reopen.error instanceof HttpError ? reopen.error.body.errors?.reason : undefined;
  const fault = reason.trim() ? (closeRules.reason(reason.trim(), {}) ?? refused) : undefined;
  return (
    <>
      <Button
        size="small"
        aria-label={label('of')}
        onClick={() => {
          reopen.reset();
          setIsOpen(true);
        }}
      >
        {label('title')}
      </Button>
      {isOpen && (
        <FormDialog
          title={label('of')}
          text={label('text')}
          submit={label('title')}
          error={reopen.error && !fault ? errorMessage(reopen.error, messages.closeBooks) : undefined}
          isPending={reopen.isPending}
          isDisabled={!reason.trim() || Boolean(fault)}
          onSubmit={() => reopen.mutate()}
          onClose={() => setIsOpen(false)}
        >
          <TextField
            autoFocus
            required
            fullWidth
            margin="normal"
            id="reopen-reason"
            label={label('reason')}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
              reopen.reset();
            }}
            error={Boolean(fault)}
            helperText={fault ?? label('reasonHint')}
          />
        </FormDialog>
      )}
    </>
  );
}
