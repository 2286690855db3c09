import { useRead } from './useRead.js';

/** Polls every minute: mails are sent, and payments become overdue, without an admin's action. */
const refetchIntervalMs = 60_000;

/** Queries what waits for an admin, for every part of the screen that shows some of it. */
export function useCounts() {
  return useRead(['counts'], 'GET /counts', {}, { refetchInterval: refetchIntervalMs });
}
