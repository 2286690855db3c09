import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { ListedPaymentRecord } from '../../data/dataProvider.js';
import { paymentPath } from '../../ui/paths.js';
import { PaymentStatusMenu } from '../status/PaymentStatusMenu.js';
import { Permitted } from '../../ui/page/Permitted.js';

/** The actions of a row in the payments list. */
export function PaymentRowActions() {
  const translate = useTranslate();
  const payment = useRecordContext<ListedPaymentRecord>();
  if (!payment) return null;
  return (
    <>
      <IconButton
        component={Link}
        // On a phone the card itself opens the payment.
        sx={{ display: { xs: 'none', md: 'inline-flex' } }}
        to={paymentPath(payment.id)}
        title={translate('resources.payments.actions.view')}
        aria-label={translate('resources.payments.actions.viewOf', { reference: payment.referenceNumber })}
      >
        <VisibilityIcon />
      </IconButton>
      <Permitted to="write" resource="payments">
        <PaymentStatusMenu />
      </Permitted>
    </>
  );
}
