import Box from '@mui/material/Box';
import { type ReactNode } from 'react';
import { CopyButton, type CopyButtonProps } from './CopyButton.js';

interface CopyableProps extends CopyButtonProps {
  children: ReactNode;
}

/** A text with its button behind it, which stays on its last line. */
export const Copyable = ({ children, ...copy }: CopyableProps) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', maxWidth: '100%' }}>
    <span>{children}</span>
    <CopyButton {...copy} />
  </Box>
);
