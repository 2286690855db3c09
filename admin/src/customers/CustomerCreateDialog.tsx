import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { useState } from 'react';
import { CreateBase, useTranslate } from 'react-admin';
import { newKey } from '../../../browser/newKey.js';
import type { CustomerRecord } from '../data/dataProvider.js';
import { CustomerForm } from './CustomerForm.js';

interface CustomerCreateDialogProps {
  onCreated: (customer: CustomerRecord) => void;
  onClose: () => void;
}

/** Adds a customer from within another form, which keeps what was typed into it. */
export function CustomerCreateDialog({ onCreated, onClose }: CustomerCreateDialogProps) {
  const translate = useTranslate();
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const [idempotencyKey] = useState(newKey);
  return (
    <Dialog
      open
      onClose={(_event, reason) => reason !== 'backdropClick' && onClose()}
      fullWidth
      fullScreen={isPhone}
      maxWidth="md"
      aria-labelledby="new-customer-title"
    >
      <DialogTitle id="new-customer-title">{translate('resources.customers.form.new')}</DialogTitle>
      <DialogContent sx={{ pb: 0 }}>
        <CreateBase
          resource="customers"
          redirect={false}
          // The page around the dialog may be opened with values of its own record.
          record={{}}
          mutationOptions={{
            meta: { idempotencyKey },
            onSuccess: (customer: CustomerRecord) => {
              onCreated(customer);
              onClose();
            },
          }}
        >
          <CustomerForm cancel={onClose} />
        </CreateBase>
      </DialogContent>
    </Dialog>
  );
}
