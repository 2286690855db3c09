const format = new Intl.NumberFormat('en-US');

/** A count with separators: "1,234". */
export const formatCount = (count: number): string => format.format(count);
