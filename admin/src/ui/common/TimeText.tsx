import { formatDateTime, formatZonedTime } from '#domain/dates';

/** Day and time of an instant in the reader's time zone, which its title names. */
export const TimeText = ({ value }: { value: string }) => (
  <time dateTime={value} title={formatZonedTime(value)}>
    {formatDateTime(value)}
  </time>
);
