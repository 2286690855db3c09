const format = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "2026-11" as "Nov 2026". */
export const monthName = (month: string): string => format.format(new Date(`${month}-01T00:00:00Z`));
