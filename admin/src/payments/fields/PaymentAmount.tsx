import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { useRecordContext, useTranslate } from 'react-admin';
import { formatMoney, formatNamedMoney } from '#domain/money';
import type { Payment } from '#domain/payments';

const useAmount = () => useRecordContext<Pick<Payment, 'amount' | 'currency'> & { id: string }>();

/** The recorded number labelled THB, as on every payment screen: it is not converted. */
export function AmountLabelledThb() {
  const payment = useAmount();
  return payment && formatMoney(payment.amount, 'THB');
}

/** The recorded amount, if its currency is not THB. */
export function RecordedCaption() {
  const translate = useTranslate();
  const payment = useAmount();
  if (!payment || payment.currency === 'THB') return null;
  const amount = formatNamedMoney(payment.amount, payment.currency);
  return <Caption>{translate('resources.payments.recorded', { amount })}</Caption>;
}

/** The amount labelled THB, with the recorded one as a caption below. */
export const PaymentAmount = () => (
  <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
    <AmountLabelledThb />
    <RecordedCaption />
  </Box>
);

/** A quiet line below a value. */
export const Caption = styled('span')(({ theme }) => ({
  display: 'block',
  fontSize: '0.75rem',
  fontWeight: 400,
  color: theme.palette.text.secondary,
}));
