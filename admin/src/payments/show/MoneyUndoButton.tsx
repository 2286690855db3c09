import UndoIcon from '@mui/icons-material/Undo';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useDataProvider, useNotify, useRecordContext, useTranslate } from 'react-admin';
import { formatDay } from '#domain/dates';
import type { LedgerEntry } from '#domain/ledger';
import { messages } from '#domain/messages';
import { formatNamedMoney } from '#domain/money';
import { statusNames } from '#domain/payments';
import { handWayNames } from '#domain/ways';
import { errorMessage } from '../../../../browser/http.js';
import type { dataProvider, PaymentRecord } from '../../data/dataProvider.js';
import { useWrite } from '../../data/useWrite.js';
import { AskDialog } from '../../ui/common/AskDialog.js';
import { isConflict } from '../../ui/undo/refusals.js';

/** Voids what an admin recorded, after asking; a refusal is shown in the question. */
export function MoneyUndoButton({ entry }: { entry: LedgerEntry }) {
  const translate = useTranslate();
  const notify = useNotify();
  const payment = useRecordContext<PaymentRecord>();
  const { voidEntry } = useDataProvider<typeof dataProvider>();
  const [isAsking, setIsAsking] = useState(false);
  const undo = useWrite({
    mutationKey: ['payments', 'voidMoney'],
    mutationFn: (version: number) => voidEntry(payment?.id ?? '', { entry: entry._id, version }),
    onSuccess: () => {
      notify('resources.payments.money.undo.done', { type: 'success' });
      setIsAsking(false);
    },
  });
  if (!payment) return null;
  const { kind, amount = 0, day, way, status } = entry;
  const isSaid = kind === 'said';
  const label = (name: string) =>
    translate(`resources.payments.money.undo.${name}`, {
      amount: formatNamedMoney(amount, payment.currency),
      way: handWayNames[way as keyof typeof handWayNames],
      day: formatDay(day),
      status: status && statusNames[status],
    });
  return (
    <>
      <Button
        size="small"
        startIcon={<UndoIcon />}
        aria-label={label(isSaid ? 'ofWord' : 'of')}
        onClick={() => {
          undo.reset();
          setIsAsking(true);
        }}
        sx={{ ml: -0.75 }}
      >
        {translate('admin.undo.button')}
      </Button>
      {isAsking && (
        <AskDialog
          title={label(isSaid ? 'askWord' : 'ask')}
          texts={[label('text')]}
          error={undo.error ? errorMessage(undo.error, messages.voidMoney) : undefined}
          confirm={translate('admin.undo.button')}
          isPending={undo.isPending}
          onConfirm={isConflict(undo.error) ? undefined : () => undo.mutate(payment.version)}
          onClose={() => !undo.isPending && setIsAsking(false)}
        />
      )}
    </>
  );
}
