import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../dataProvider.js';

/** A stopped queue goes on by itself, and mails go out without anybody's doing: asked for again every minute. */
const refetchIntervalMs = 60_000;

/** Whether mail goes out, and how much of it waits or has failed. */
export function useMailStatus() {
  const { getMailStatus } = useDataProvider<typeof dataProvider>();
  return useQuery({
    queryKey: ['mails', 'status'],
    queryFn: getMailStatus,
    refetchInterval: refetchIntervalMs,
  });
}
