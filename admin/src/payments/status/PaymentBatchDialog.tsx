import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { contradictsCard } from '#domain/cards';
import { totalsByCurrency } from '#domain/money';
import { noteRule, type PaymentStatus, statusNames } from '#domain/payments';
import type { StatusWords } from '#domain/ways';
import { statusWordErrors, takesStatusWords } from '#domain/statusWords';
import { CurrencyTable } from '../../ui/common/CurrencyTable.js';
import type { ListedPaymentRecord } from '../../data/dataProvider.js';
import { useToday } from '../../data/useCalendar.js';
import { type BatchOutcome, useSetPaymentStatuses } from './useSetPaymentStatuses.js';
import { BatchRefusals } from './BatchRefusals.js';
import { StatusWordFields } from './StatusWordFields.js';

interface PaymentBatchDialogProps {
  payments: ListedPaymentRecord[];
  status: PaymentStatus;
  /** Called with the payments whose status was changed. */
  onChanged: (payments: ListedPaymentRecord[]) => void;
  onClose: () => void;
}

/** Asks with the number and sum of the payments, marks them, and lists those that were refused and why. */
export function PaymentBatchDialog({ payments, status, onChanged, onClose }: PaymentBatchDialogProps) {
  const translate = useTranslate();
  // Marks exactly the payments that were counted, even if the list changes meanwhile.
  const [asked] = useState(payments);
  const [note, setNote] = useState('');
  const [words, setWords] = useState<StatusWords>({});
  const today = useToday();
  const [outcome, setOutcome] = useState<BatchOutcome>();
  const label = (name: string, count?: number) =>
    translate(`resources.payments.batch.${name}`, { smart_count: count, status: statusNames[status] });
  const other = asked.filter((payment) => payment.status !== status);
  const same = asked.length - other.length;
  const otherwise = other.filter((payment) => contradictsCard(payment, status)).length;
  const noteError = noteRule(note, {});
  const takesWords = other.length > 0 && other.every((payment) => takesStatusWords(payment.status, status));
  const wordErrors = statusWordErrors(words, today);
  const said = takesWords ? words : {};
  const isFaulty = Boolean(noteError) || (takesWords && Object.keys(wordErrors).length > 0);

  const change = useSetPaymentStatuses((result) => {
    const refused = new Set(result.refused.map(({ payment }) => payment.id));
    onChanged(asked.filter(({ id }) => !refused.has(id)));
    if (refused.size) setOutcome(result);
    else onClose();
  });

  // The dialog offers the undo itself, while it is open.
  const close = () => {
    if (outcome?.changes.length) change.offerUndo(outcome, status);
    onClose();
  };

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={() => !change.isPending && close()}
      aria-labelledby="batch-title"
      aria-describedby="batch-text"
    >
      <DialogTitle id="batch-title">{label('title', other.length)}</DialogTitle>
      {outcome ? (
        <BatchRefusals outcome={outcome} onUndone={onClose} onClose={close} />
      ) : (
        <>
          <DialogContent sx={{ pb: 1 }}>
            <DialogContentText id="batch-text">
              {label(other.length ? 'text' : 'nothing')}
              {other.length > 0 && same > 0 && <> {label('same', same)}</>}
            </DialogContentText>
            {other.length > 0 && (
              <>
                {otherwise > 0 && (
                  <Alert severity="warning" sx={{ mt: 2 }}>
                    {translate('resources.payments.card.otherwiseMany', {
                      smart_count: otherwise,
                      status: statusNames[status],
                    })}
                  </Alert>
                )}
                <CurrencyTable rows={totalsByCurrency(other)} label={label} aria-label={label('totals')} />
                <TextField
                  fullWidth
                  margin="normal"
                  id="batch-note"
                  label={label('note')}
                  value={note}
                  onChange={(event) => setNote(event.target.value)}
                  error={Boolean(noteError)}
                  helperText={noteError}
                />
                {takesWords && (
                  <StatusWordFields status={status} words={words} errors={wordErrors} onChange={setWords} />
                )}
              </>
            )}
            {change.isPending && (
              <LinearProgress
                variant="determinate"
                aria-label={label('progress')}
                value={(100 * change.count) / other.length}
                sx={{ mt: 1 }}
              />
            )}
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2 }}>
            <Button autoFocus disabled={change.isPending} onClick={onClose}>
              {translate('admin.form.cancel')}
            </Button>
            <Button
              variant="contained"
              disabled={!other.length || isFaulty}
              loading={change.isPending}
              onClick={() => change.mutate({ payments: other, status, note: note.trim(), ...said })}
            >
              {translate('resources.payments.actions.mark', { status: statusNames[status] })}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
