import SyncAltIcon from '@mui/icons-material/SyncAlt';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { PaymentStatusDialog } from './PaymentStatusDialog.js';

/** Opens the dialog that changes the payment's status. */
export function PaymentStatusDialogButton() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        // Beside "Mark as Paid", which a pending payment is most often opened for.
        variant={payment?.status === 'pending' ? 'outlined' : 'contained'}
        startIcon={<SyncAltIcon />}
        onClick={() => setOpen(true)}
      >
        {translate('resources.payments.actions.update')}
      </Button>
      {open && <PaymentStatusDialog onClose={() => setOpen(false)} />}
    </>
  );
}
