import EditIcon from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { paymentEditPath } from '../../ui/paths.js';

/** Leads to the payment's form. */
export function PaymentEditButton() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  if (!payment) return null;
  return (
    <Button variant="outlined" component={Link} to={paymentEditPath(payment.id)} startIcon={<EditIcon />}>
      {translate('resources.payments.page.edit')}
    </Button>
  );
}
