import { formatDate, formatZonedTime } from '#domain/dates';

/** The day of a date; its full time, in the reader's time zone, on hover. */
export const DateText = ({ value }: { value: string | null | undefined }) => (
  <time dateTime={value ?? undefined} title={formatZonedTime(value)}>
    {formatDate(value)}
  </time>
);
