import type { CardPurchase } from '../progress/progress.js';
import { Alert } from '../parts/Alert.js';
import { useTexts } from '../texts/language.js';
import { Filled } from '../parts/Filled.js';

interface CardNoticeProps {
  /** The card payment of this visit that has arrived. */
  arrived: CardPurchase | undefined;
  /** The reference of the one that did not go through. */
  failedReference: string | undefined;
  onShow: () => void;
}

/** Says above the ways to pay what became of a card payment. */
export function CardNotice({ arrived, failedReference, onShow }: CardNoticeProps) {
  const t = useTexts();
  if (failedReference)
    return (
      <Alert tone="error" urgent>
        <strong>{t.cardFailed}</strong>{' '}
        <Filled text={t.cardFailedReference} values={{ reference: failedReference }} />
      </Alert>
    );
  if (arrived)
    return (
      <Alert tone="info">
        <p>
          <Filled
            text={t.cardArrivedBefore}
            values={{ reference: <strong>{arrived.referenceNumber}</strong> }}
          />
        </p>
        <button type="button" className="button" onClick={onShow}>
          {t.showAgain}
        </button>
      </Alert>
    );
}
