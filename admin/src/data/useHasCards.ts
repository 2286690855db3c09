import { useEffect } from 'react';
import { useStore } from 'react-admin';
import { cardsKey } from './store.js';
import { useCounts } from './useCounts.js';

/** True where card events are configured: as last known until the counts are loaded, so that nothing moves then. */
export function useHasCards(): boolean {
  const { data: counts } = useCounts();
  const [known, setKnown] = useStore(cardsKey, false);
  const hasCards = counts ? counts.cards !== undefined : known;
  useEffect(() => {
    if (hasCards !== known) setKnown(hasCards);
  }, [hasCards, known, setKnown]);
  return hasCards;
}
