import { styled } from '@mui/material/styles';

/** A quiet line below a value. */
export const Caption = styled('span')(({ theme }) => ({
  display: 'block',
  fontSize: '0.75rem',
  fontWeight: 400,
  color: theme.palette.text.secondary,
}));
