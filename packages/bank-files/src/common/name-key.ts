/** Normalises a name for comparison: letters and digits only, accents folded. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}$]/gu, '')
    .replace(/[\u0300-\u036F]/g, '');
