import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** The answers to a question, side by side, and one below the other on a phone. */
export const Answers = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'flex',
      flexDirection: { xs: 'column', sm: 'row' },
      flexWrap: 'wrap',
      alignItems: { xs: 'stretch', sm: 'center' },
      gap: 1,
      mt: 2,
    }}
  >
    {children}
  </Box>
);
