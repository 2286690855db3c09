import MoneyIcon from '@mui/icons-material/AttachMoney';
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import { alpha, Box, Button, Grid, Paper, Skeleton, styled, Typography } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import type { CustomerStats } from '#domain/customers/customers';
import { formatWholeMoney } from '#domain/platform/money';
import { formatCount } from '#domain/platform/numbers';
import { pages } from '#domain/platform/pages';
import { isSettled, type PaymentStats, settledFilter } from '#domain/payments/payments';
import { EmptyState, Section } from '../../ui/common/Section.js';
import { TextLink } from '../../ui/common/fields.js';
import { paymentsPath } from '../../ui/paths.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

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

/** The size of a value in rem, whose characters together have the narrowest card's width: that of a phone, or of a desk. */
const valueSize = (value: string | undefined, allCharacters: number) =>
  `${Math.min(1.5, allCharacters / (value?.length || 1))}rem`;

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
          fontSize: { xs: valueSize(value, 9.5), sm: valueSize(value, 13) },
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
  const pending = stats && countOf(stats, (status) => status === 'pending');
  const confirmed = stats && countOf(stats, isSettled);
  const revenue = stats && formatWholeMoney(stats.totalRevenue, 'USD');
  const cards = [
    ['customers', PeopleIcon, 'primary', pages.customers, countText(customers.data?.total)],
    ['pending', ScheduleIcon, 'warning', paymentsPath({ status: 'pending' }), countText(pending)],
    ['confirmed', CheckCircleIcon, 'success', paymentsPath({ status: settledFilter }), countText(confirmed)],
    ['revenue', MoneyIcon, 'secondary', pages.reports, revenue],
  ] as const;
  return (
    <Grid container spacing={{ xs: 2, md: 3 }}>
      {cards.map(([name, Icon, color, to, value]) => (
        <Grid key={name} size={{ xs: 6, lg: 3 }}>
          <StatCard
            label={translate(`admin.dashboard.cards.${name}`)}
            icon={<Icon />}
            failed={Boolean(name === 'customers' ? customers.error : statsQuery.error)}
            {...{ color, to, value }}
          />
        </Grid>
      ))}
    </Grid>
  );
}

/** A row of the newest records, all of it a link. */
interface RecentRow {
  id: string;
  to: string;
  title: string;
  text: ReactNode;
  end: ReactNode;
}

interface RecentListProps {
  title: string;
  empty: string;
  viewAll: string;
  /** Undefined while they load, and when they could not be loaded. */
  rows: RecentRow[] | undefined;
  failed: boolean;
}

/** The part of its query that a list of recent records reads. */
export interface RecentQuery<Item> {
  data?: Item[];
  error: unknown;
}

/** The newest records of a resource, with a link to all of them. */
export function RecentList({ title, empty, viewAll, rows, failed }: RecentListProps) {
  const translate = useTranslate();
  return (
    <Section
      flush
      title={title}
      action={
        <Button
          component={Link}
          to={viewAll}
          aria-label={`${translate('admin.dashboard.viewAll')}: ${title}`}
        >
          {translate('admin.dashboard.viewAll')}
        </Button>
      }
    >
      {!rows && failed ? (
        <EmptyState title={translate('admin.dashboard.failed')} />
      ) : rows?.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <Rows aria-busy={!rows}>
          {rows
            ? rows.map(({ id, to, title: name, text, end }) => (
                <li key={id}>
                  <Link to={to}>
                    <span>
                      <strong>{name}</strong>
                      <small>{text}</small>
                    </span>
                    <span>{end}</span>
                  </Link>
                </li>
              ))
            : [1, 2, 3].map((row) => (
                <li key={row} data-skeleton>
                  <div>
                    <span>
                      <Skeleton width={180} />
                      <Skeleton width={120} />
                    </span>
                    <Skeleton width={72} />
                  </div>
                </li>
              ))}
        </Rows>
      )}
    </Section>
  );
}

const Rows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  li: { borderTop: `1px solid ${theme.palette.divider}` },
  'a, li > div': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 16,
    minHeight: 64,
    padding: '8px 16px',
    color: 'inherit',
    textDecoration: 'none',
    '&:hover': { background: theme.palette.action.hover },
    '&:focus-visible': { outline: `3px solid ${theme.palette.primary.main}`, outlineOffset: -3 },
  },
  'strong, small': { display: 'block', overflowWrap: 'anywhere' },
  strong: { fontWeight: 500 },
  small: { color: theme.palette.text.secondary, fontSize: '0.875rem' },
  'span:last-of-type': { textAlign: 'right', flexShrink: 0 },
}));
