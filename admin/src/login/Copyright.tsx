import { useEffect, useState } from 'react';
import type { CheckoutOptions } from '#domain/checkout';
import { send } from '../../../browser/http.js';
import { loginEnglish as texts } from '../i18n/en/login.js';

/** The copyright line; without the company's name if that cannot be loaded. */
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

  // oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn.
  const year = new Date().getFullYear();
  return (
    // Hidden until the name is loaded: the centred line would move.
    <footer className="copyright" style={{ visibility: company === undefined ? 'hidden' : undefined }}>
      {texts.copyright(year, company)}
    </footer>
  );
}
