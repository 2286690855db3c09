import { useEffect } from 'react';
import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import { type Order, printFragment } from '#domain/visitor/orders';
import { Rows } from './Rows.js';
import { useLanguage, useTexts } from '../language.js';

interface OrderReceiptProps {
  order: Order;
  receipt: NonNullable<Order['receipt']>;
}

/** The receipt; on paper it stands alone. Where the address asks for it, it is printed once, not again on reload. */
export function OrderReceipt({ order, receipt }: OrderReceiptProps) {
  const t = useTexts();
  const language = useLanguage();
  useEffect(() => {
    if (location.hash !== printFragment) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    print();
  }, []);
  return (
    <section className="panel order-receipt" aria-labelledby="receipt">
      <h2 id="receipt">{t.receipt}</h2>
      <Rows
        rows={[
          [t.receivedBy, receipt.company, 'kept'],
          [t.paidBy, order.name, 'kept'],
          [t.for, t.product],
          [t.amount, formatNamedMoney(receipt.amount, receipt.currency, language), 'kept'],
          [t.paidOn, formatDay(receipt.paidOn, language)],
          [
            t.refunded,
            receipt.refunded ? formatNamedMoney(receipt.refunded, receipt.currency, language) : undefined,
            'kept',
          ],
          [t.paymentMethod, t.methods[order.method]],
          [t.reference, order.reference, 'kept'],
          [t.note, order.test && t.test],
        ]}
      />
      <div className="actions">
        <button type="button" className="button button-primary" onClick={() => print()}>
          {t.printReceipt}
        </button>
      </div>
    </section>
  );
}
