import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import type { Order } from '#domain/visitor/orders';
import { CopyButton } from '../parts/CopyButton.js';
import { type Row, Rows } from './Rows.js';
import { useLanguage, useTexts } from '../texts/language.js';

/** The order and the payer. Visitors may pass the link on, so only the name and a masked email identify the payer. */
export function OrderDetails({ order }: { order: Order }) {
  const t = useTexts();
  const language = useLanguage();
  const { reference, status, amount, name, email, method, expectedOn, receipt } = order;
  const isOpen = status === 'waiting' || status === 'partly';
  const whatWasOrdered: Row[] = [
    [t.for, t.product],
    [t.amount, formatNamedMoney(amount.value, amount.currency, language), 'kept'],
    [t.paymentMethod, t.methods[method]],
    [t.name, name, 'kept'],
  ];
  return (
    <section className="panel" aria-labelledby="details">
      <h2 id="details">{t.yourOrder}</h2>
      {!isOpen && (
        <p className="copied">
          <strong className="reference-number" translate="no">
            {reference}
          </strong>
          <CopyButton text={reference} what="reference" />
        </p>
      )}
      <Rows
        rows={[
          // The receipt contains these.
          ...(receipt ? [] : whatWasOrdered),
          [t.email, email, 'kept'],
          [t.expectedOn, isOpen ? formatDay(expectedOn, language) : undefined],
        ]}
      />
    </section>
  );
}
