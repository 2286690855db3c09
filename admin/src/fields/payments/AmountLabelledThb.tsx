import { formatMoney } from '#domain/money';
import { useAmount } from './useAmount.js';

/** The recorded number labelled THB, as on every payment screen: it is not converted. */
export function AmountLabelledThb() {
  const payment = useAmount();
  return payment && formatMoney(payment.amount, 'THB');
}
