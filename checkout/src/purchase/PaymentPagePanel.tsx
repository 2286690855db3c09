import type { ReactNode } from 'react';
import { CopyButton } from '../parts/CopyButton.js';
import { useTexts } from '../texts/language.js';

/** Leads to the payment's own page; its children say what that is good for. */
export function PaymentPagePanel({ path, children }: { path: string; children: ReactNode }) {
  const t = useTexts();
  return (
    <section className="panel payment-page" aria-labelledby="payment-page">
      <h2 id="payment-page">{t.paymentPage}</h2>
      <p>{children}</p>
      <p className="copied">
        <a className="button button-primary" href={path}>
          {t.openPage}
        </a>
        <CopyButton text={new URL(path, location.href).href} what="link" />
      </p>
    </section>
  );
}
