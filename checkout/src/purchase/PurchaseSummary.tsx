import type { ReactNode } from 'react';
import { EmailText } from '#browser/EmailText';
import { useTexts } from '../texts/language.js';

interface PurchaseSummaryProps {
  method: string;
  amount: ReactNode;
  location: string;
  payer: { fullName: string; email: string; phone: string };
}

/** The purchase and its payer. A card page may not ask for all of it. */
export function PurchaseSummary({ method, amount, location, payer }: PurchaseSummaryProps) {
  const t = useTexts();
  const rows: [term: string, text: ReactNode, kept?: 'kept'][] = [
    [t.paymentMethod, method],
    [t.amount, amount],
    [t.location, location],
    [t.name, payer.fullName, 'kept'],
    [t.email, payer.email && <EmailText key="email" email={payer.email} />],
    [t.phone, payer.phone, 'kept'],
  ];
  return (
    <section className="panel" aria-labelledby="order">
      <h2 id="order">{t.orderSummary}</h2>
      <dl>
        {rows
          .filter(([, text]) => text !== '')
          .map(([term, text, kept]) => (
            <div className="summary-row" key={term}>
              <dt>{term}</dt>
              <dd translate={kept && 'no'}>{text}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
