import Grid from '@mui/material/Grid';
import Stack from '@mui/material/Stack';
import { useGetIdentity, useTranslate } from 'react-admin';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import { PageHeader } from '../ui/page/PageHeader.js';
import { PageSkeleton } from '../ui/page/PageSkeleton.js';
import { NeedsAttention } from './NeedsAttention.js';
import { QuickActions } from './QuickActions.js';
import { RecentCustomers } from './RecentCustomers.js';
import { RecentPayments } from './RecentPayments.js';
import { ServerWarnings } from './ServerWarnings.js';
import { StatCards } from './StatCards.js';
import { useDashboard } from './useDashboard.js';

/** The first page: statistics, tasks that need attention, quick actions and the newest records. */
export function Dashboard() {
  const translate = useTranslate();
  const { identity, isPending } = useGetIdentity();
  const { stats, totals, payments, customers, failure, refetch } = useDashboard();
  if (isPending) return <PageSkeleton />;
  const name = identity?.fullName || translate('admin.dashboard.anonymous');

  return (
    <>
      <PageHeader title={translate('admin.dashboard.title', { name })} />
      <Stack spacing={3}>
        <ServerWarnings />
        {failure && <ErrorAlert {...failure} onRetry={refetch} />}
        <StatCards stats={stats} customers={totals} />
        <NeedsAttention />
        <QuickActions />
        <Grid container spacing={3}>
          <Grid size={{ xs: 12, lg: 6 }}>
            <RecentPayments payments={payments} />
          </Grid>
          <Grid size={{ xs: 12, lg: 6 }}>
            <RecentCustomers customers={customers} />
          </Grid>
        </Grid>
      </Stack>
    </>
  );
}
