import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.js';

interface PaymentPagePanelProps {
  path: string;
  children: ReactNode;
}

/** Leads to the payment's own page; its children say what that is good for. */
export function PaymentPagePanel({ path, children }: PaymentPagePanelProps) {
  return (
    <section className="panel payment-page" aria-labelledby="payment-page">
      <h2 id="payment-page">Your payment page</h2>
      <p>{children}</p>
      <p className="copied">
        <a className="button button-primary" href={path}>
          Open Your Payment Page
        </a>
        <CopyButton text={new URL(path, location.href).href} what="link to your payment page" />
      </p>
    </section>
  );
}
