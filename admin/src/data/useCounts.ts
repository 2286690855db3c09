import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from './dataProvider.js';

/** Polls every minute: mails are sent, and payments become overdue, without an admin's action. */
const refetchIntervalMs = 60_000;

/** Queries what waits for an admin, for every part of the screen that shows some of it. */
export function useCounts() {
  const { getCounts } = useDataProvider<typeof dataProvider>();
  return useQuery({ queryKey: ['counts'], queryFn: getCounts, refetchInterval: refetchIntervalMs });
}
