import UndoIcon from '@mui/icons-material/Undo';
import Button from '@mui/material/Button';
import { useRecordContext, useTranslate } from 'react-admin';
import { statusNames } from '../../../domain/payments.js';
import type { PaymentRecord } from '../dataProvider.js';
import { useUndoPaymentStatus } from './useUndoPaymentStatus.js';

/**
 * Takes the last change of the payment's status back. What a bank transaction has settled is undone at its receipt,
 * which takes the money back as well.
 */
export function PaymentUndoButton() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const { undoStatus, isUndoing } = useUndoPaymentStatus();
  if (!payment) return null;
  const { id, referenceNumber, status: to, version, statusHistory, received, refunded } = payment;
  const from = statusHistory.at(-2)?.status;
  if (!from || from === to || received > 0 || refunded > 0) return null;
  return (
    <Button
      size="small"
      loading={isUndoing}
      startIcon={<UndoIcon />}
      aria-label={translate('resources.payments.undo.ofHistory', { status: statusNames[to] })}
      onClick={() => void undoStatus([{ id, referenceNumber, from, to, version }])}
      sx={{ ml: 1, my: -1 }}
    >
      {translate('admin.undo.button')}
    </Button>
  );
}
