import type { CardVisit } from '../progress/progress.js';
import { Alert } from '../parts/Alert.js';
import { useTexts } from '../texts/language.js';

/** Says that the reference of the card payment appears here, or that it could not be looked for. */
export function CardWaiting({ card, onCheckAgain }: { card: CardVisit; onCheckAgain: () => void }) {
  const t = useTexts();
  return (
    <div className="card-waiting">
      {card.trouble ? (
        <Alert tone="warning">
          {t.cardTroubles[card.trouble]}{' '}
          <button type="button" className="button-text" onClick={onCheckAgain}>
            {t.checkAgain}
          </button>
        </Alert>
      ) : (
        <Alert tone="info">{t.cardAwaited}</Alert>
      )}
    </div>
  );
}
