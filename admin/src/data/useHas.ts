import { useEffect } from 'react';
import { useStore } from 'react-admin';
import { type Feature, featureKeys } from './store.js';
import { useCounts } from './useCounts.js';

/**
 * Returns whether card events are configured, and whether documents are made: as last known until the counts are loaded, so
 * that nothing moves then.
 */
export function useFeatures(): Record<Feature, boolean> {
  const { data: counts } = useCounts();
  const [cards, setCards] = useStore(featureKeys.cards, false);
  const [documents, setDocuments] = useStore(featureKeys.documents, false);
  const has = {
    cards: counts ? counts.cards !== undefined : cards,
    documents: counts ? counts.documents === true : documents,
  };
  useEffect(() => {
    if (has.cards !== cards) setCards(has.cards);
    if (has.documents !== documents) setDocuments(has.documents);
  }, [has.cards, cards, setCards, has.documents, documents, setDocuments]);
  return has;
}

export const useHasCards = (): boolean => useFeatures().cards;

export const useHasDocuments = (): boolean => useFeatures().documents;
