import type { CardTrouble, CardVisit } from '../progress.js';
import { Alert } from '../parts/Alert.js';

interface CardWaitingProps {
  card: CardVisit;
  onCheckAgain: () => void;
}

const troubleTexts: Record<CardTrouble, string> = {
  unreachable: 'We cannot check at the moment whether your card payment has arrived.',
  late: 'No card payment has arrived within an hour. If you have paid, please do not pay again.',
};

/** Says that the reference of the card payment appears here, or that it could not be looked for. */
export function CardWaiting({ card, onCheckAgain }: CardWaitingProps) {
  return (
    <div className="card-waiting">
      {card.trouble ? (
        <Alert tone="warning">
          {troubleTexts[card.trouble]}{' '}
          <button type="button" className="button-text" onClick={onCheckAgain}>
            Check Again
          </button>
        </Alert>
      ) : (
        <Alert tone="info">As soon as your card payment has arrived, your reference appears here.</Alert>
      )}
    </div>
  );
}
