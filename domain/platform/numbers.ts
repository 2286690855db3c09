import { countLimit } from './lists.js';

const format = new Intl.NumberFormat('en-US');

/** A count with separators: "1,234". */
export const formatCount = (count: number): string => format.format(count);

/** A count of things that are named in the singular: "1 row", "1,234 rows". */
export const countOfThings = (count: number, name: string): string =>
  `${formatCount(count)} ${name}${count === 1 ? '' : 's'}`;

/** A count that stands for as many or more from the limit of counting on: "10,000+". */
export const formatCounted = (count: number, atLeast = count >= countLimit): string =>
  `${formatCount(count)}${atLeast ? '+' : ''}`;
