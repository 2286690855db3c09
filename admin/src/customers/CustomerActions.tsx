import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { pages } from '#domain/pages';
import type { CustomerRecord } from '../data/dataProvider.js';
import { customerEditPath, paymentOfCustomerPath } from '../ui/paths.js';
import { CustomerDeleteDialog } from './CustomerDeleteDialog.js';

/** Edit and Delete of the customer's page. */
export function CustomerActions() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const customer = useRecordContext<CustomerRecord>();
  const [asking, setAsking] = useState(false);
  if (!customer) return null;
  return (
    <>
      <Button
        variant="contained"
        component={Link}
        to={paymentOfCustomerPath(customer)}
        startIcon={<AddIcon />}
      >
        {translate('resources.payments.add')}
      </Button>
      <Button variant="outlined" component={Link} to={customerEditPath(customer.id)} startIcon={<EditIcon />}>
        {translate('resources.customers.actions.edit')}
      </Button>
      <Button variant="outlined" color="error" startIcon={<DeleteIcon />} onClick={() => setAsking(true)}>
        {translate('resources.customers.actions.delete')}
      </Button>
      {asking && (
        <CustomerDeleteDialog
          onClose={() => setAsking(false)}
          onDeleted={() => void navigate(pages.customers)}
        />
      )}
    </>
  );
}
