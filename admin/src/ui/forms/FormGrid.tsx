import { styled } from '@mui/material/styles';

/** Fields in two columns, one on a phone; `data-wide` takes both. */
export const FormGrid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  columnGap: 24,
  rowGap: 16,
  alignItems: 'start',
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: '1fr' },
  '[data-wide]': { gridColumn: '1 / -1' },
  '.MuiFormControl-root, .MuiAutocomplete-root': { width: '100%', margin: 0 },
}));
