import { useEffect } from 'react';
import { type MoneyLine, settlingText, sumOfMoney } from '#domain/documents/money-lines';
import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import { type Order, printFragment } from '#domain/visitor/orders';
import { Rows } from './Rows.js';
import { useLanguage, useTexts } from '../texts/language.js';

/** The receipt; on paper it stands alone. Where the address asks for it, it is printed once, not again on reload. */
export function OrderReceipt({ order, receipt }: { order: Order; receipt: NonNullable<Order['receipt']> }) {
  const t = useTexts();
  const language = useLanguage();
  const { money } = order;
  const { agreed } = money ?? {};
  const text = (lines: readonly MoneyLine[] = [], amount = 0) =>
    money && lines.length
      ? settlingText(sumOfMoney(lines), money.currency, language, t.settling)
      : formatNamedMoney(amount, receipt.currency, language);
  const paid = text(money?.payments, receipt.amount);
  const refunded = text(money?.returned, receipt.refunded);
  const ways = [...new Set(money?.payments.map(({ way }) => t.ways[way]))].join(', ');
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
          [t.amount, paid, 'kept'],
          [t.agreed, agreed && formatNamedMoney(agreed.amount, agreed.currency, language), 'kept'],
          [t.paidOn, formatDay(receipt.paidOn, language)],
          [t.refunded, receipt.refunded ? refunded : undefined, 'kept'],
          [t.paymentMethod, ways || t.methods[order.method]],
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
