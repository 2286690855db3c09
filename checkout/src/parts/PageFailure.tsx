import { Fragment } from 'react';
import { useTexts } from '../texts/language.js';
import { Alert } from './Alert.js';

/** Says that a page cannot be drawn, with the references of what was ordered: an order whose reference is not seen seems lost. */
export function PageFailure({ purchases }: { purchases: readonly { referenceNumber: string }[] }) {
  const t = useTexts();
  return (
    <main className="notice-page">
      <Alert tone="error" urgent>
        <p>{t.pageFailed}</p>
        {purchases.map(({ referenceNumber }) => (
          <Fragment key={referenceNumber}>
            <p>{t.recordedUnder}</p>
            <p className="reference-number" translate="no">
              {referenceNumber}
            </p>
          </Fragment>
        ))}
        <button type="button" className="button" onClick={() => location.reload()}>
          {t.tryAgain}
        </button>
      </Alert>
    </main>
  );
}
