import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';

interface BesideGridProps {
  /** The open record, beside the list; none leaves the list the whole width. */
  panel: ReactNode;
  /** The list with its tabs, filters and pagination. */
  children: ReactNode;
}

/** A list with the open record beside it. */
export const BesideGrid = ({ panel, children }: BesideGridProps) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: panel ? 'minmax(0, 1fr) minmax(0, 1fr)' : 'minmax(0, 1fr)',
      gap: 2,
      alignItems: 'start',
    }}
  >
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      {children}
    </Paper>
    {panel}
  </Box>
);
