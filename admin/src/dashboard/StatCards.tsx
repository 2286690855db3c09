import MoneyIcon from '@mui/icons-material/AttachMoney';
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import Box from '@mui/material/Box';
import Grid from '@mui/material/Grid';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { alpha } from '@mui/material/styles';
import type { ReactElement } from 'react';
import { useTranslate } from 'react-admin';
import type { CustomerStats } from '#domain/customers';
import { formatWholeMoney } from '#domain/money';
import { formatCount } from '#domain/numbers';
import { pages } from '#domain/pages';
import { isSettled, type PaymentStats } from '#domain/payments';
import { TextLink } from '../ui/common/TextLink.js';
import { pendingPaymentsPath, settledPaymentsPath } from '../ui/paths.js';

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
const StatCard = ({ label, to, icon, color, value, failed }: StatCardProps) => (
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

/** Returns the number of payments whose status passes. */
const countOf = (stats: PaymentStats, passes: (status: string) => boolean): number =>
  stats.statuses.reduce((total, { _id, count }) => (passes(_id) ? total + count : total), 0);

const countText = (count: number | undefined) => (count === undefined ? undefined : formatCount(count));

interface StatCardsProps {
  stats: { data?: PaymentStats; error: unknown };
  customers: { data?: CustomerStats; error: unknown };
}

/** The four figures. Confirmed counts every payment whose money has arrived. */
export function StatCards({ stats: statsQuery, customers }: StatCardsProps) {
  const translate = useTranslate();
  const stats = statsQuery.data;
  const cards = [
    {
      name: 'customers',
      to: pages.customers,
      icon: <PeopleIcon />,
      color: 'primary',
      value: countText(customers.data?.total),
    },
    {
      name: 'pending',
      to: pendingPaymentsPath,
      icon: <ScheduleIcon />,
      color: 'warning',
      value: countText(stats && countOf(stats, (status) => status === 'pending')),
    },
    {
      name: 'confirmed',
      to: settledPaymentsPath,
      icon: <CheckCircleIcon />,
      color: 'success',
      value: countText(stats && countOf(stats, isSettled)),
    },
    {
      name: 'revenue',
      to: pages.reports,
      icon: <MoneyIcon />,
      color: 'secondary',
      value: stats && formatWholeMoney(stats.totalRevenue, 'USD'),
    },
  ] as const;
  return (
    <Grid container spacing={{ xs: 2, md: 3 }}>
      {cards.map(({ name, ...card }) => (
        <Grid key={name} size={{ xs: 6, lg: 3 }}>
          <StatCard
            label={translate(`admin.dashboard.cards.${name}`)}
            failed={Boolean(name === 'customers' ? customers.error : statsQuery.error)}
            {...card}
          />
        </Grid>
      ))}
    </Grid>
  );
}
