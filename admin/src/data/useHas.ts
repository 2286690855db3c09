import { useEffect } from 'react';
import { useStore } from 'react-admin';
import { type Feature, featureKeys } from './store.js';
import { useCounts } from './useCounts.js';

/**
 * Returns whether card events are configured, and whether documents are made: as last known until the counts are loaded, so
 * that nothing moves then.
 */
export function useFeatures(): Record<Feature, boolean> & { areKnown: boolean } {
  const { data: counts, isError } = useCounts();
  const [cards, setCards] = useStore<boolean | undefined>(featureKeys.cards);
  const [documents, setDocuments] = useStore<boolean | undefined>(featureKeys.documents);
  const has = {
    cards: counts ? counts.cards !== undefined : cards === true,
    documents: counts ? counts.documents === true : documents === true,
  };
  useEffect(() => {
    if (!counts) return;
    if (has.cards !== cards) setCards(has.cards);
    if (has.documents !== documents) setDocuments(has.documents);
  }, [counts, has.cards, cards, setCards, has.documents, documents, setDocuments]);
  return { ...has, areKnown: isError || Boolean(counts) || (cards !== undefined && documents !== undefined) };
}

export const useHasCards = (): boolean => useFeatures().cards;

export const useHasDocuments = (): boolean => useFeatures().documents;
