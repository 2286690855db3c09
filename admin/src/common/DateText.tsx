import { formatDate, formatDateTime } from '../../../domain/dates.js';

/** A moment as the day it falls on; the full time on hover. */
export const DateText = ({ value }: { value: string | null | undefined }) => (
  <time dateTime={value ?? undefined} title={formatDateTime(value)}>
    {formatDate(value)}
  </time>
);
