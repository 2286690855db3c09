import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../data/dataProvider.js';

/** Polls every minute: the server sends mails, and resumes a stopped queue, without an admin's action. */
const refetchIntervalMs = 60_000;

/** Queries the state of sending, and the numbers of mails that wait or have failed. */
export function useMailStatus() {
  const { getMailStatus } = useDataProvider<typeof dataProvider>();
  return useQuery({
    queryKey: ['mails', 'status'],
    queryFn: getMailStatus,
    refetchInterval: refetchIntervalMs,
  });
}
