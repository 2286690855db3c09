import { formatDay } from '#domain/dates';
import { documentKindNames } from '#domain/documents';
import { formatNamedMoney } from '#domain/money';
import type { OrderDocument } from '#domain/orders';

interface OrderDocumentsProps {
  documents: readonly OrderDocument[];
  /** "/orders/{reference}/{token}" */
  path: string;
}

/** The invoices and credit notes of the payment, each as a file. */
export function OrderDocuments({ documents, path }: OrderDocumentsProps) {
  return (
    <section className="panel order-documents" aria-labelledby="documents">
      <h2 id="documents">Documents</h2>
      <ul>
        {documents.map(({ number, kind, day, total, currency }) => (
          <li key={number}>
            <span>
              <strong>
                {documentKindNames[kind]} {number}
              </strong>
              <span className="document-facts">
                {formatDay(day)} · {formatNamedMoney(total, currency)}
              </span>
            </span>
            <a className="button" href={`/api${path}/documents/${number}.pdf`} download={`${number}.pdf`}>
              Download PDF
              <span className="visually-hidden"> of {number}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
