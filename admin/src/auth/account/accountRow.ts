/** The look of a row of the account's lists. */
export const accountRow = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  px: 2,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const;
