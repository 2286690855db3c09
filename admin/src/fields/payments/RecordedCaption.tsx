import { useTranslate } from 'react-admin';
import { formatNamedMoney } from '#domain/money';
import { Caption } from './Caption.js';
import { useAmount } from './useAmount.js';

/** The recorded amount, if its currency is not THB. */
export function RecordedCaption() {
  const translate = useTranslate();
  const payment = useAmount();
  if (!payment || payment.currency === 'THB') return null;
  const amount = formatNamedMoney(payment.amount, payment.currency);
  return <Caption>{translate('resources.payments.recorded', { amount })}</Caption>;
}
