const format = new Intl.NumberFormat('en-US');

/** "1,234": a number of things. */
export const formatCount = (count: number): string => format.format(count);
