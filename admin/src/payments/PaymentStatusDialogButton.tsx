import SyncAltIcon from '@mui/icons-material/SyncAlt';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { PaymentStatusDialog } from './PaymentStatusDialog.js';

/** Opens the dialog that changes the payment's status. */
export function PaymentStatusDialogButton() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="contained" startIcon={<SyncAltIcon />} onClick={() => setOpen(true)}>
        {translate('resources.payments.actions.update')}
      </Button>
      {open && <PaymentStatusDialog onClose={() => setOpen(false)} />}
    </>
  );
}
