import { useEffect } from 'react';
import { productName } from '#domain/checkout';
import { formatDay } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import { type Order, printFragment, testNote } from '#domain/orders';
import { paymentMethodNames } from '#domain/payments';
import { Rows } from './Rows.js';

interface OrderReceiptProps {
  order: Order;
  receipt: NonNullable<Order['receipt']>;
}

/** The receipt; on paper it stands alone. Where the address asks for it, it is printed once, not again on reload. */
export function OrderReceipt({ order, receipt }: OrderReceiptProps) {
  useEffect(() => {
    if (location.hash !== printFragment) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    print();
  }, []);
  return (
    <section className="panel order-receipt" aria-labelledby="receipt">
      <h2 id="receipt">Receipt</h2>
      <Rows
        rows={[
          ['Received by', receipt.company],
          ['Paid by', order.name],
          ['For', productName],
          ['Amount', formatNamedMoney(receipt.amount, receipt.currency)],
          ['Paid on', formatDay(receipt.paidOn)],
          ['Refunded', receipt.refunded ? formatNamedMoney(receipt.refunded, receipt.currency) : undefined],
          ['Payment method', paymentMethodNames[order.method]],
          ['Reference', order.reference],
          ['Note', order.test && testNote],
        ]}
      />
      <div className="actions">
        <button type="button" className="button button-primary" onClick={() => print()}>
          Print the Receipt
        </button>
      </div>
    </section>
  );
}
