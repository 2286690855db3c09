import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** Says that there is nothing to show, why, and what to do next. */
export const EmptyState = ({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children?: ReactNode;
}) => (
  <Box sx={{ px: 2, py: 5, textAlign: 'center' }}>
    <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
    {hint && <Typography color="text.secondary">{hint}</Typography>}
    {children && (
      <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1.5 }}>
        {children}
      </Box>
    )}
  </Box>
);
