import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { type Currency, formatNamedMoney, sum } from '#domain/money';
import type { ListedPaymentRecord } from '../data/dataProvider.js';
import { sumsByCurrency } from './sumsByCurrency.js';

export function TotalAmount({ payments, currency }: { payments: ListedPaymentRecord[]; currency: Currency }) {
  const translate = useTranslate();
  const own = payments.filter((payment) => payment.currency === currency);
  const others = payments.filter((payment) => payment.currency !== currency);
  return (
    <>
      {formatNamedMoney(sum(own.map(({ amount }) => amount)), currency)}
      {others.length > 0 && (
        <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
          {translate('resources.customers.show.otherCurrencies', {
            amounts: sumsByCurrency(others, currency),
          })}
        </Typography>
      )}
    </>
  );
}
