import Typography from '@mui/material/Typography';
import { useRecordContext, useTranslate } from 'react-admin';
import { formatNamedMoney } from '#domain/money';
import { differingQuote, type Payment } from '#domain/payments';

/** The total that the visitor was shown, if another amount or currency is recorded. */
export function PaymentQuote() {
  const translate = useTranslate();
  const payment = useRecordContext<Omit<Payment, '_id'> & { id: string }>();
  const quoted = payment && differingQuote(payment);
  if (!quoted) return null;
  return (
    <Typography variant="caption" component="span" color="text.secondary" sx={{ display: 'block' }}>
      {translate('resources.payments.quoted', { amount: formatNamedMoney(quoted.amount, quoted.currency) })}
    </Typography>
  );
}
