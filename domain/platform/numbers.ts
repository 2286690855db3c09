import { countLimit } from './lists.js';

const format = new Intl.NumberFormat('en-US');

/** A count with separators: "1,234". */
export const formatCount = (count: number): string => format.format(count);

/** A count that stands for as many or more from the limit of counting on: "10,000+". */
export const formatCounted = (count: number, atLeast = count >= countLimit): string =>
  `${formatCount(count)}${atLeast ? '+' : ''}`;
