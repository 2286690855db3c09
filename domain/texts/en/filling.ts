/** The words that are filled into an operator's instructions, also on a French page into those that are in English. */
export const filling = {
  /** Take the place of what is not known yet in the operator's instructions. */
  yourReference: 'your reference number',
  yourName: 'your name',
  /** Above instructions that do not name the reference. */
  writeReference: 'Write {reference} into the message of your transfer',
};
