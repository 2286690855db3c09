/** Styles of a place whose chips may take several lines, where a browser's letters are large. */
export const wrappedChips = {
  '& .MuiChip-root': { height: 'auto', minHeight: 24 },
  '& .MuiChip-label': { whiteSpace: 'normal' },
} as const;
