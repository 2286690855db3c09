import { useQuery } from '@tanstack/react-query';
import { useCall } from './useCall.js';
import { useCounts, useHasCards } from './useCounts.js';
import { newestRecords, present } from './records.js';

/** As many as the search finds of each other record. */
const mostHeld = 8;

/** The held card events that a text finds; `isLoading` also until it is known that any is held. */
export function useHeldCardEvents(text: string) {
  const call = useCall();
  const { data: counts, isPending: isUnknown } = useCounts();
  const hasCards = useHasCards();
  const query = useQuery({
    queryKey: ['card-events', 'held', text],
    queryFn: async ({ signal }) => {
      const query = { ...newestRecords, perPage: mostHeld, filter: { state: 'held', search: text } };
      const { cardEvents } = await call('GET /card-events', { query, signal });
      return cardEvents.map((event) => present('card-events', event));
    },
    enabled: (counts?.cards?.held ?? 0) > 0 && text !== '',
  });
  return { ...query, isLoading: (hasCards && isUnknown) || query.isLoading };
}
