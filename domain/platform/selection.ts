import { formatCount } from './numbers.js';

/** Maximum number of records that are selected at once. */
export const maximumSelected = 1000;

/** The message of a refused selection of all that match: another number matches than the screen showed. */
export const matchingChanged = (total: number, shown: number): string =>
  `The list has changed: ${formatCount(total)} match now, not ${formatCount(shown)}. Nothing more was selected.`;
