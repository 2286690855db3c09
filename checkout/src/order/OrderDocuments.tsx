import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import type { OrderDocument } from '#domain/visitor/orders';
import { fill } from '#domain/texts/catalogue';
import { useLanguage, useTexts } from '../texts/language.js';

interface OrderDocumentsProps {
  documents: readonly OrderDocument[];
  /** "/orders/{reference}/{token}" */
  path: string;
}

/** The invoices and credit notes of the payment, each as a file. */
export function OrderDocuments({ documents, path }: OrderDocumentsProps) {
  const t = useTexts();
  const language = useLanguage();
  return (
    <section className="panel order-documents" aria-labelledby="documents">
      <h2 id="documents">{t.documents}</h2>
      <ul>
        {documents.map(({ number, kind, day, total, currency }) => (
          <li key={number}>
            <span>
              <strong>
                <span>{t.documentKinds[kind]}</span> <span translate="no">{number}</span>
              </strong>
              <span className="document-facts">
                {formatDay(day, language)} ·{' '}
                <span translate="no">{formatNamedMoney(total, currency, language)}</span>
              </span>
            </span>
            <a className="button" href={`/api${path}/documents/${number}.pdf`} download={`${number}.pdf`}>
              {t.download}
              <span className="visually-hidden">{fill(t.ofDocument, { number })}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
