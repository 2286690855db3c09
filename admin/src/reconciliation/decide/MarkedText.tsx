import { styled } from '@mui/material/styles';
import { colors } from '#domain/colors';
import { markReference } from './markReference.js';

/** A bank's text with the reference in it marked. */
export const MarkedText = ({ text, references }: { text: string; references: string[] }) =>
  markReference(text, references).map((part, index) =>
    part.isMarked ? <Mark key={index}>{part.text}</Mark> : <span key={index}>{part.text}</span>,
  );

const Mark = styled('mark')(({ theme }) => ({
  padding: '0 2px',
  borderRadius: 3,
  color: 'inherit',
  background: colors[theme.palette.mode].highlight,
}));
