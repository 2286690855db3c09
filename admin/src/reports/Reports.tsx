import Alert from '@mui/material/Alert';
import Grid from '@mui/material/Grid';
import Stack from '@mui/material/Stack';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { countryNames, isCountry } from '#domain/locations';
import { messages } from '#domain/messages';
import { paymentMethodName, type PaymentStatus, statusNames } from '#domain/payments';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import type { dataProvider } from '../data/dataProvider.js';
import { PageHeader } from '../ui/page/PageHeader.js';
import { Arrivals } from './Arrivals.js';
import { CountTable } from './CountTable.js';
import { ExportForm } from './ExportForm.js';
import { Months } from './Months.js';
import { OverduePayments } from './OverduePayments.js';
import { RangeFilter } from './RangeFilter.js';
import { ReportSkeleton } from './ReportSkeleton.js';
import { RevenueByMonth } from './RevenueByMonth.js';
import { RevenueTable } from './RevenueTable.js';
import { useDateRange } from './useDateRange.js';

/** Figures for a range of days, and exports of every record. */
export function Reports() {
  const translate = useTranslate();
  const { getReport: report } = useDataProvider<typeof dataProvider>();
  const { range, isBackwards, setRange } = useDateRange();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['payments', 'report', range],
    queryFn: (context) => report(range, context),
    placeholderData: keepPreviousData,
    enabled: !isBackwards,
  });
  const label = (name: string) => translate(`resources.reports.${name}`);

  return (
    <>
      <PageHeader title={label('title')} subtitle={label('subtitle')} />
      <Stack spacing={3}>
        <RangeFilter range={range} onChange={setRange} />
        <ExportForm range={range} />
        {isBackwards ? (
          <Alert severity="warning">{label('range.backwards')}</Alert>
        ) : error && !data ? (
          <ErrorAlert error={error} fallback={messages.report} onRetry={() => void refetch()} />
        ) : !data ? (
          <ReportSkeleton />
        ) : (
          <Grid
            container
            spacing={3}
            aria-busy={isPlaceholderData}
            sx={{ opacity: isPlaceholderData ? 0.6 : 1 }}
          >
            <Grid size={{ xs: 12, lg: 5 }}>
              <RevenueTable revenue={data.revenue} />
            </Grid>
            <Grid size={{ xs: 12, lg: 7 }}>
              <RevenueByMonth months={data.revenue.months} />
            </Grid>
            <Grid size={{ xs: 12, md: 6, lg: 4 }}>
              <CountTable
                title={label('statuses')}
                counts={data.statuses}
                nameOf={(id) => statusNames[id as PaymentStatus] ?? id}
              />
            </Grid>
            <Grid size={{ xs: 12, md: 6, lg: 4 }}>
              <CountTable title={label('methods')} counts={data.methods} nameOf={paymentMethodName} />
            </Grid>
            <Grid size={{ xs: 12, md: 6, lg: 4 }}>
              <CountTable
                title={label('countries')}
                counts={data.countries}
                nameOf={(id) => (isCountry(id) ? countryNames[id] : id)}
              />
            </Grid>
            <Grid size={12}>
              <Arrivals {...data} />
            </Grid>
            <Grid size={12}>
              <OverduePayments overdue={data.overdue} />
            </Grid>
          </Grid>
        )}
        <Months />
      </Stack>
    </>
  );
}
