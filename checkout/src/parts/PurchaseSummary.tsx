import type { ReactNode } from 'react';
import { EmailText } from '#browser/EmailText';

interface PurchaseSummaryProps {
  method: string;
  amount: ReactNode;
  location: string;
  payer: { fullName: string; email: string; phone: string };
}

/** The purchase and its payer. A card page may not ask for all of it. */
export function PurchaseSummary({ method, amount, location, payer }: PurchaseSummaryProps) {
  const rows: [string, ReactNode][] = [
    ['Payment method', method],
    ['Amount', amount],
    ['Location', location],
    ['Name', payer.fullName],
    ['Email', payer.email && <EmailText key="email" email={payer.email} />],
    ['Phone', payer.phone],
  ];
  return (
    <section className="panel" aria-labelledby="order">
      <h2 id="order">Order summary</h2>
      <dl>
        {rows
          .filter(([, text]) => text !== '')
          .map(([term, text]) => (
            <div className="summary-row" key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
