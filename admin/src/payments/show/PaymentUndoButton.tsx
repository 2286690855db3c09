import UndoIcon from '@mui/icons-material/Undo';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { type PaymentWithLastBatch, statusNames } from '#domain/payments';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { useUndoPaymentStatus } from '../status/useUndoPaymentStatus.js';
import { AskDialog } from '../../ui/common/AskDialog.js';

/**
 * Undoes the last change of the payment, where a person set its status, after asking. A change by a bank transaction is
 * undone at its receipt, which takes the money back as well.
 */
export function PaymentUndoButton() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord & PaymentWithLastBatch>();
  const { undoStatus, isUndoing } = useUndoPaymentStatus();
  const [isAsking, setIsAsking] = useState(false);
  const { id, referenceNumber, status: to, version, statusHistory, batch } = payment ?? {};
  const from = statusHistory?.at(-2)?.status;
  if (!id || !referenceNumber || !to || version === undefined || !batch || !from || from === to) return null;
  const label = (name: string) =>
    translate(`resources.payments.undo.${name}`, {
      reference: referenceNumber,
      status: statusNames[to],
      from: statusNames[from],
    });
  const close = () => setIsAsking(false);
  return (
    <>
      <Button
        size="small"
        startIcon={<UndoIcon />}
        aria-label={label('ofHistory')}
        onClick={() => setIsAsking(true)}
        sx={{ ml: 1, my: -1 }}
      >
        {translate('admin.undo.button')}
      </Button>
      {isAsking && (
        <AskDialog
          title={label('ask')}
          texts={[label('askText')]}
          confirm={translate('admin.undo.button')}
          isPending={isUndoing}
          onConfirm={() =>
            void undoStatus({ changes: [{ id, referenceNumber, from, to, version }], batch }).finally(close)
          }
          onClose={close}
        />
      )}
    </>
  );
}
