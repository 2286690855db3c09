import { productName } from '#domain/checkout';
import { formatDay } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import type { Order } from '#domain/orders';
import { paymentMethodNames } from '#domain/payments';
import { CopyButton } from '../parts/CopyButton.js';
import { Rows } from './Rows.js';

/** The order and the payer. Visitors may pass the link on, so only the name and a masked email identify the payer. */
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
          // The receipt contains these.
          ...(receipt ? [] : whatWasOrdered),
          ['Email', email],
          ['Expected on', isOpen ? formatDay(expectedOn) : undefined],
        ]}
      />
    </section>
  );
}
