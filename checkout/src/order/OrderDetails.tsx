import { productName } from '../../../domain/checkout.js';
import { formatDay } from '../../../domain/dates.js';
import { formatNamedMoney } from '../../../domain/money.js';
import type { Order } from '../../../domain/orders.js';
import { paymentMethodNames } from '../../../domain/payments.js';
import { CopyButton } from '../parts/CopyButton.js';
import { Rows } from './Rows.js';

/** What was ordered, and by whom. Links are passed on: nothing is shown that the name and a masked address do not tell. */
export function OrderDetails({ order }: { order: Order }) {
  const { reference, status, amount, name, email, method, expectedOn, receipt } = order;
  const isOpen = status === 'waiting' || status === 'partly';
  const whatWasOrdered: [string, string][] = [
    ['For', productName],
    ['Amount', formatNamedMoney(amount.value, amount.currency)],
    ['Payment method', paymentMethodNames[method]],
    ['Name', name],
  ];
  return (
    <section className="panel" aria-labelledby="details">
      <h2 id="details">Your order</h2>
      {!isOpen && (
        <p className="copied">
          <strong className="reference-number">{reference}</strong>
          <CopyButton text={reference} what="reference number" />
        </p>
      )}
      <Rows
        rows={[
          // The receipt says these already.
          ...(receipt ? [] : whatWasOrdered),
          ['Email', email],
          ['Expected on', isOpen ? formatDay(expectedOn) : undefined],
        ]}
      />
    </section>
  );
}
