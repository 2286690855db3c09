import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { alpha } from '@mui/material/styles';
import type { ReactElement } from 'react';
import { TextLink } from '../ui/common/TextLink.js';

interface StatCardProps {
  label: string;
  /** The page with the records that the figure counts. */
  to: string;
  icon: ReactElement;
  color: 'primary' | 'warning' | 'success' | 'secondary';
  /** Undefined while it loads, and when it could not be loaded. */
  value: string | undefined;
  failed: boolean;
}

/** Largest size of a value, and the size of all its characters together in the narrowest card, in rem. */
const largestRem = 1.5;
const allCharactersRem = 13;

/** One figure of the dashboard, linked to the records that it counts. */
export const StatCard = ({ label, to, icon, color, value, failed }: StatCardProps) => (
  <Paper
    variant="outlined"
    component="section"
    aria-label={label}
    sx={{
      position: 'relative',
      p: { xs: 1.5, sm: 2 },
      height: '100%',
      display: 'flex',
      gap: 1.5,
      alignItems: 'center',
      '&:hover': { borderColor: 'primary.main' },
    }}
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
      <TextLink
        to={to}
        // The whole card is the link.
        sx={{
          color: 'text.secondary',
          fontSize: '0.8125rem',
          '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 3 },
          '&:focus-visible': { outline: 0 },
          '&:focus-visible::after': { outline: 3, outlineColor: 'primary.main' },
        }}
      >
        {label}
      </TextLink>
      <Typography
        sx={{
          // Millions fit into a quarter of a desk's window, and into half of a phone's.
          fontSize: `${Math.min(largestRem, allCharactersRem / (value?.length || 1))}rem`,
          lineHeight: '2.25rem',
          fontWeight: 600,
          fontVariantNumeric: 'tabular-nums',
          overflowWrap: 'anywhere',
        }}
      >
        {value ?? (failed ? '–' : <Skeleton width="60%" />)}
      </Typography>
    </Box>
  </Paper>
);
