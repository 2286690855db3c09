import { styled } from '@mui/material/styles';
import { useMemo } from 'react';
import { colors } from '#domain/colors';
import { markReference } from './markReference.js';

/** A bank's text with the reference in it marked. */
export function MarkedText({ text, references }: { text: string; references: string[] }) {
  // The rows are drawn anew at each key; finding the references again would take most of that time.
  const sought = references.join('\n');
  const parts = useMemo(() => markReference(text, sought.split('\n')), [text, sought]);
  return parts.map((part, index) =>
    part.isMarked ? <Mark key={index}>{part.text}</Mark> : <span key={index}>{part.text}</span>,
  );
}

const Mark = styled('mark')(({ theme }) => ({
  padding: '0 2px',
  borderRadius: 3,
  color: 'inherit',
  background: colors[theme.palette.mode].highlight,
}));
