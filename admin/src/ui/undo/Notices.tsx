import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Notification } from 'react-admin';

/** The style of a notice that stands in its place among the others instead of over them. */
export const inNotices = {
  position: 'static',
  // MUI's own from 600 px on stands in a media query, which comes last.
  transform: { xs: 'none', sm: 'none' },
  pointerEvents: 'auto',
} as const;

/** The notices at the bottom of every page: the offer to undo, and below it react-admin's notifications. */
export const Notices = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      position: 'fixed',
      insetInline: { xs: 8, sm: 24 },
      bottom: { xs: 8, sm: 24 },
      zIndex: 'snackbar',
      display: 'flex',
      flexDirection: 'column',
      alignItems: { xs: 'stretch', sm: 'center' },
      gap: 1,
      pointerEvents: 'none',
    }}
  >
    {children}
    <Notification sx={inNotices} />
  </Box>
);
