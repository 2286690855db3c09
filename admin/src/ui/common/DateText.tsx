import { formatDate, formatDateTime } from '#domain/dates';

/** The day of a date; its full time on hover. */
export const DateText = ({ value }: { value: string | null | undefined }) => (
  <time dateTime={value ?? undefined} title={formatDateTime(value)}>
    {formatDate(value)}
  </time>
);
