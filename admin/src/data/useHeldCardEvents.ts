import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from './dataProvider.js';
import { useCounts } from './useCounts.js';
import { useHasCards } from './useHas.js';

/**
 * The held card events that a text finds: an email, a name, an amount, an id. Nothing is asked where none is held; `isLoading` until
 * that is known, too.
 */
export function useHeldCardEvents(text: string) {
  const { searchHeldCardEvents } = useDataProvider<typeof dataProvider>();
  const { data: counts, isPending: isUnknown } = useCounts();
  const hasCards = useHasCards();
  const query = useQuery({
    queryKey: ['card-events', 'held', text],
    queryFn: ({ signal }) => searchHeldCardEvents(text, signal),
    enabled: (counts?.cards?.held ?? 0) > 0 && text !== '',
  });
  return { ...query, isLoading: (hasCards && isUnknown) || query.isLoading };
}
