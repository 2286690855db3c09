import { styled } from '@mui/material/styles';

// A native checkbox: fifty of MUI's are slow to render.
export const SelectBox = styled('label')(({ theme }) => ({
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: 0,
  width: 36,
  height: 36,
  margin: '-10px 4px -10px -10px',
  verticalAlign: 'middle',
  cursor: 'pointer',
  [theme.breakpoints.down('md')]: { width: 44, height: 44 },
  input: {
    width: 18,
    height: 18,
    margin: 0,
    cursor: 'inherit',
    accentColor: theme.palette.primary.main,
    '&:focus-visible': { outline: `3px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
  },
}));
