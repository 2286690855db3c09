import { useEffect, useState } from 'react';
import type { CheckoutOptions } from '../../../domain/checkout.js';
import { send } from '../../../browser/http.js';

/** The copyright line; the company's name joins it when it has come, and is left out where it does not. */
export function Copyright() {
  const [company, setCompany] = useState<string>();

  useEffect(() => {
    const left = new AbortController();
    send('/checkout/options', { signal: left.signal }).then(
      ({ json }) => setCompany((json as Partial<CheckoutOptions> | undefined)?.companyName ?? ''),
      () => setCompany(''),
    );
    return () => left.abort();
  }, []);

  return (
    // The line is centred: it would move as the name joins it.
    <footer className="copyright" style={{ visibility: company === undefined ? 'hidden' : undefined }}>
      © {new Date().getFullYear()} {company}
    </footer>
  );
}
