import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'react-admin';
import { calendarOf, utcCalendar } from '#domain/platform/calendar';
import { useRead } from './useCall.js';
import { type Feature, featureKeys } from './store.js';

/** Polls every minute: mails are sent, and payments become overdue, without an admin's action. */
const refetchIntervalMs = 60_000;

/** Queries what waits for an admin, for every part of the screen that shows some of it. */
export function useCounts() {
  return useRead(['counts'], 'GET /counts', {}, { refetchInterval: refetchIntervalMs });
}

/** Returns which features are on: as last known until the counts are loaded, so that nothing moves then. */
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

/** Returns the days by which payments become overdue and reports count: UTC's until the server has named the zone. */
export function useCalendar() {
  const timeZone = useCounts().data?.timeZone;
  return useMemo(() => (timeZone ? calendarOf(timeZone) : utcCalendar), [timeZone]);
}

/** Returns the office's day, YYYY-MM-DD, at which the screen was opened. */
export function useToday(): string {
  const [now] = useState(() => new Date());
  return useCalendar().dayOf(now);
}
