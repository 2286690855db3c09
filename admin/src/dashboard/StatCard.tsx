import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { alpha } from '@mui/material/styles';
import type { ReactElement } from 'react';

interface StatCardProps {
  label: string;
  icon: ReactElement;
  color: 'primary' | 'warning' | 'success' | 'secondary';
  /** Nothing while it loads, and when it could not be loaded. */
  value: string | undefined;
  failed: boolean;
}

/** One figure of the dashboard. */
export const StatCard = ({ label, icon, color, value, failed }: StatCardProps) => (
  <Paper
    variant="outlined"
    component="section"
    aria-label={label}
    sx={{ p: { xs: 1.5, sm: 2 }, height: '100%', display: 'flex', gap: 1.5, alignItems: 'center' }}
  >
    <Box
      aria-hidden
      sx={(theme) => ({
        display: { xs: 'none', sm: 'grid' },
        placeItems: 'center',
        width: 44,
        height: 44,
        flexShrink: 0,
        borderRadius: 3,
        color: theme.palette[color].main,
        bgcolor: alpha(theme.palette[color].main, 0.12),
      })}
    >
      {icon}
    </Box>
    <Box sx={{ minWidth: 0, flex: 1 }}>
      <Typography color="text.secondary" sx={{ fontSize: '0.8125rem' }}>
        {label}
      </Typography>
      <Typography sx={{ fontSize: '1.5rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {value ?? (failed ? '–' : <Skeleton width="60%" />)}
      </Typography>
    </Box>
  </Paper>
);
