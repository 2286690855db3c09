import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import MoneyIcon from '@mui/icons-material/AttachMoney';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import Grid from '@mui/material/Grid';
import { useTranslate } from 'react-admin';
import type { CustomerStats } from '#domain/customers';
import { formatWholeMoney } from '#domain/money';
import { pages } from '#domain/pages';
import { isSettled, type PaymentStats } from '#domain/payments';
import { formatCount } from '#domain/numbers';
import { pendingPaymentsPath, settledPaymentsPath } from '../ui/paths.js';
import { StatCard } from './StatCard.js';

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
