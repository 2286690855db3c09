import { useEffect, useState } from 'react';
import type { CheckoutOptions } from '../../../domain/checkout.js';
import { send } from '../../../browser/http.js';

/** The copyright line; the company's name joins it when it has come, and is left out where it does not. */
export function Copyright() {
  const [company, setCompany] = useState('');

  useEffect(() => {
    const left = new AbortController();
    send('/checkout/options', { signal: left.signal }).then(
      ({ json }) => setCompany((json as Partial<CheckoutOptions> | undefined)?.companyName ?? ''),
      () => {},
    );
    return () => left.abort();
  }, []);

  return (
    <footer className="copyright">
      © {new Date().getFullYear()} {company}
    </footer>
  );
}
