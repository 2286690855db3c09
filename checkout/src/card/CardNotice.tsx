import type { CardPurchase } from '../progress.js';
import { Alert } from '../parts/Alert.js';

interface CardNoticeProps {
  /** The card payment of this visit that has arrived. */
  arrived: CardPurchase | undefined;
  /** The reference of the one that did not go through. */
  failedReference: string | undefined;
  onShow: () => void;
}

/** Says above the ways to pay what became of a card payment. */
export function CardNotice({ arrived, failedReference, onShow }: CardNoticeProps) {
  if (failedReference)
    return (
      <Alert tone="error" urgent>
        <strong>Your card payment did not go through.</strong> Its reference was {failedReference}. Pay by
        card again, or choose another way to pay.
      </Alert>
    );
  if (arrived)
    return (
      <Alert tone="info">
        <p>
          You have paid by card already. Your reference: <strong>{arrived.referenceNumber}</strong>
        </p>
        <button type="button" className="button" onClick={onShow}>
          Show It Again
        </button>
      </Alert>
    );
}
