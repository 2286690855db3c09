import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import type { CustomerRecord } from '../data/dataProvider.js';
import { CustomerDeleteDialog } from './CustomerDeleteDialog.js';

/** Deletes the customer of a row, after asking. */
export function CustomerDeleteIconButton() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  const [asking, setAsking] = useState(false);
  if (!customer) return null;
  return (
    <>
      <IconButton
        title={translate('resources.customers.actions.delete')}
        aria-label={translate('resources.customers.rowActions.delete', { name: customer.fullName })}
        onClick={() => setAsking(true)}
      >
        <DeleteIcon />
      </IconButton>
      {asking && <CustomerDeleteDialog onClose={() => setAsking(false)} />}
    </>
  );
}
