import type { ListedPayment } from '#domain/payments';
import { PaymentSearchSection } from '../../ui/lists/PaymentSearchSection.js';
import { AssignRow } from './AssignRow.js';
import type { AssignablePayment } from './assignablePayment.js';

interface CardPaymentSearchProps {
  isBusy: boolean;
  onAssign: (payment: AssignablePayment) => void;
}

const toAssignable = ({ _id, customerId: customer, ...payment }: ListedPayment): AssignablePayment => ({
  ...payment,
  paymentId: _id,
  customer,
});

/** Finds the payment of a held event where it is not proposed. */
export const CardPaymentSearch = ({ isBusy, onAssign }: CardPaymentSearchProps) => (
  <PaymentSearchSection>
    {(payment) => (
      <AssignRow key={payment._id} payment={toAssignable(payment)} isBusy={isBusy} onAssign={onAssign} />
    )}
  </PaymentSearchSection>
);
