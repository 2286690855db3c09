import { Alert, Box, Button, Grid, Skeleton, Stack, styled, Tab, Tabs, type Theme } from '@mui/material';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DataTable, Title } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { type Calendar, utcCalendar } from '#domain/platform/calendar';
import { dayMs } from '#domain/platform/dates';
import { type CountById, dateRanges } from '#domain/platform/lists';
import { countryName } from '#domain/places/locations';
import { formatCount } from '#domain/platform/numbers';
import { pages } from '#domain/platform/pages';
import { paymentMethodName, type PaymentStatus, statusNames } from '#domain/payments/payments';
import type { ReportSummary } from '#domain/office/reports';
import { Hint } from '../../ui/common/fields.js';
import { useRead } from '../../data/useCall.js';
import { useCalendar, useCounts, useHasDocuments } from '../../data/useCounts.js';
import {
  AmountAsked,
  CustomerLink,
  PaymentReference,
  PaymentTransferDate,
} from '../../ui/fields/payments/fields.js';
import { useCan } from '../../data/session/role.js';
import { EmptyState, ErrorAlert, Section } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { FilterSelect } from '../../ui/lists/FilterBar.js';
import { LocalList } from '../../ui/lists/ListRecords.js';
import { paymentPath } from '../../ui/paths.js';
import { Arrivals } from './Arrivals.js';
import { DayField, type Range, useDateRange } from '../../ui/common/DayField.js';
import { Expected, RevenueByMonth, RevenueTable } from './MoneyBars.js';
import { ExportForm } from './ExportForm.js';
import { Months } from './Months.js';
import { TaxSection } from './TaxSection.js';
import { periodRange, periods } from './periods.js';
import { textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

/** Pending payments past the day on which money was expected, oldest first, each linked to its page. */
function OverduePayments({ overdue: { payments, total } }: Pick<ReportSummary, 'overdue'>) {
  const translate = useTranslate();
  const label = textsOf(translate, 'resources.reports.overdue');
  const canWrite = useCan('write', 'payments');
  const records = payments.map((payment) => ({ ...payment, id: payment._id, customer: payment.customerId }));
  const counts = { shown: payments.length, total: formatCount(total) };

  return (
    <Section
      title={label('title')}
      flush
      action={
        <Button component={Link} to={pages.overdue}>
          {canWrite ? label('open') : translate('admin.dashboard.viewAll')}
        </Button>
      }
    >
      <Hint sx={{ px: 2, pb: 1 }}>
        {total > payments.length
          ? `${label('note')} ${translate('resources.reports.overdue.more', counts)}`
          : label('note')}
      </Hint>
      <LocalList
        resource="payments"
        records={records}
        path={paymentPath}
        empty={<EmptyState title={label('empty')} />}
        card={() => ({
          title: <PaymentReference />,
          main: <CustomerLink />,
          end: <AmountAsked />,
          meta: <PaymentTransferDate />,
        })}
      >
        <DataTable.Col label={label('reference')} className="whole" field={PaymentReference} />
        <DataTable.Col label={label('customer')} className="cut" field={CustomerLink} />
        <DataTable.Col label={label('amount')} align="right" className="whole" field={AmountAsked} />
        <DataTable.Col label={label('date')} className="whole" field={PaymentTransferDate} />
      </LocalList>
    </Section>
  );
}

/** The outline of the figures while they load. */
const ReportSkeleton = () => (
  <Grid container spacing={3} aria-busy="true">
    <Grid size={{ xs: 12, lg: 5 }}>
      <Skeleton variant="rounded" height={340} />
    </Grid>
    <Grid size={{ xs: 12, lg: 7 }}>
      <Skeleton variant="rounded" height={340} />
    </Grid>
    {[1, 2, 3].map((table) => (
      <Grid key={table} size={{ xs: 12, md: 6, lg: 4 }}>
        <Skeleton variant="rounded" height={280} />
      </Grid>
    ))}
  </Grid>
);

/** The last `days` days including today. */
function lastDays(days: number, { dayOf }: Calendar): Range {
  const to = dayOf(new Date());
  const from = utcCalendar.dayOf(new Date(utcCalendar.startOf(to).getTime() - (days - 1) * dayMs));
  return { from, to };
}

const presetRanges = (calendar: Calendar): Record<string, Range> => ({
  all: { from: '', to: '' },
  ...Object.fromEntries(dateRanges.map((days) => [String(days), lastDays(days, calendar)])),
  ...Object.fromEntries(periods.map((period) => [period, periodRange(period, calendar.dayOf(new Date()))])),
});

interface RangeFilterProps {
  range: Range;
  onChange: (change: Partial<Range>, isCorrection?: boolean) => void;
  /** On which days the figures of the tab count. */
  children: ReactNode;
}

/** On a phone, each field has a line of its own. */
const rangeFields = ({ breakpoints }: Theme) => ({
  flexWrap: 'wrap',
  [breakpoints.down('sm')]: { '&& > *': { flexBasis: '100%' } },
});

/** The range of days of the report. */
function RangeFilter({ range, onChange, children }: RangeFilterProps) {
  const translate = useTranslate();
  const calendar = useCalendar();
  const zone = useCounts().data?.timeZone;
  const presets = presetRanges(calendar);
  const label = textsOf(translate, 'resources.reports.range');
  const preset = Object.keys(presets).find(
    (name) => presets[name]?.from === range.from && presets[name].to === range.to,
  );
  const names = ['all', ...dateRanges.map(String), ...periods, ...(preset ? [] : ['custom'])];

  return (
    <Section title={label('title')}>
      <Stack direction="row" useFlexGap spacing={2} sx={rangeFields}>
        <FilterSelect
          label={label('preset')}
          value={preset ?? 'custom'}
          choices={names.map((id) => ({ id, name: translate(`resources.reports.range.presets.${id}`) }))}
          onChange={(name) => onChange(presets[name] ?? {})}
        />
        {(['from', 'to'] as const).map((bound) => (
          <DayField
            key={bound}
            label={label(bound)}
            value={range[bound]}
            onChange={(day, isCorrection) => onChange({ [bound]: day }, isCorrection)}
          />
        ))}
      </Stack>
      {/* It keeps its place until the zone is known. */}
      <Hint sx={{ mt: 1.5, visibility: zone ? 'visible' : 'hidden' }}>{label('note', { zone })}</Hint>
      {children}
    </Section>
  );
}

interface CountTableProps {
  title: string;
  counts: CountById[];
  nameOf: (id: string) => string;
}

/** The number of payments of each kind and its share, as a table with bars. */
function CountTable({ title, counts, nameOf }: CountTableProps) {
  const label = useTexts('resources.reports');
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section title={title} flush>
      {total === 0 ? (
        <EmptyState title={label('empty')} />
      ) : (
        <Table columns={[label('name')]} numbers={[label('count'), label('share')]}>
          <tbody>
            {counts.map(({ _id, count }) => (
              <tr key={_id}>
                <td>
                  {_id ? nameOf(_id) : label('unknown')}
                  <Bar max={total} value={count} aria-hidden />
                </td>
                <td data-align="right">{formatCount(count)}</td>
                <td data-align="right">{`${Math.round((count / total) * 100)}%`}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}

const Bar = styled('progress')(({ theme }) => ({
  display: 'block',
  appearance: 'none',
  width: '100%',
  height: 6,
  marginTop: 4,
  border: 0,
  borderRadius: 3,
  overflow: 'hidden',
  '&::-webkit-progress-bar': { background: theme.palette.action.hover },
  '&::-webkit-progress-value': { background: theme.palette.primary.main, borderRadius: 3 },
  background: theme.palette.action.hover,
  '&::-moz-progress-bar': { background: theme.palette.primary.main },
}));

/** The figures of a range of days. */
const Figures = ({
  report: { revenue, statuses, methods, countries, overdue },
}: {
  report: ReportSummary;
}) => {
  const label = useTexts('resources.reports');
  return (
    <Grid container spacing={3}>
      <Grid size={{ xs: 12, lg: 5 }}>
        <RevenueTable revenue={revenue} />
      </Grid>
      <Grid size={{ xs: 12, lg: 7 }}>
        <RevenueByMonth months={revenue.months} />
      </Grid>
      <Grid size={{ xs: 12, md: 6, lg: 4 }}>
        <CountTable
          title={label('statuses')}
          counts={statuses}
          nameOf={(id) => statusNames[id as PaymentStatus] ?? id}
        />
      </Grid>
      <Grid size={{ xs: 12, md: 6, lg: 4 }}>
        <CountTable title={label('methods')} counts={methods} nameOf={paymentMethodName} />
      </Grid>
      <Grid size={{ xs: 12, md: 6, lg: 4 }}>
        <CountTable title={label('countries')} counts={countries} nameOf={countryName} />
      </Grid>
      <Grid size={12}>
        <OverduePayments overdue={overdue} />
      </Grid>
    </Grid>
  );
};

/** Shows a part of the summary of a range, once it is loaded. */
function Summary({ range, children }: { range: Range; children: (report: ReportSummary) => ReactNode }) {
  const { data, error, refetch, isPlaceholderData } = useRead(
    ['payments', 'report', range],
    'GET /reports/summary',
    { query: { ...range } },
    { placeholderData: keepPreviousData },
  );
  if (data)
    return (
      <Box aria-busy={isPlaceholderData} sx={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
        {children(data)}
      </Box>
    );
  if (!error) return <ReportSkeleton />;
  return <ErrorAlert error={error} refetch={refetch} />;
}

/** The parts of the page, of which one is shown at a time. */
const parts = ['figures', 'expected', 'bank', 'months', 'tax'] as const;
type Part = (typeof parts)[number];

/** The tabs of the parts; the open one is in the address, beside the range. */
function PartTabs({ part }: { part: Part }) {
  const translate = useTranslate();
  const [params] = useSearchParams();
  const hasDocuments = useHasDocuments();
  const pathOf = (name: Part) => {
    const next = new URLSearchParams(params);
    if (name === 'figures') next.delete('tab');
    else next.set('tab', name);
    return `?${next}`;
  };
  return (
    <Tabs
      value={part}
      variant="scrollable"
      allowScrollButtonsMobile
      aria-label={translate('resources.reports.tabs.title')}
      sx={{ borderBottom: 1, borderColor: 'divider', '& .MuiTab-root': { px: { xs: 0.75, sm: 2 } } }}
    >
      {parts
        .filter((name) => hasDocuments || name !== 'tax' || part === 'tax')
        .map((name) => (
          <Tab
            key={name}
            value={name}
            id={`reports-tab-${name}`}
            aria-controls={part === name ? 'reports-part' : undefined}
            component={Link}
            to={pathOf(name)}
            label={translate(`resources.reports.tabs.${name}`)}
            sx={{ minWidth: 0 }}
          />
        ))}
    </Tabs>
  );
}

/** Figures for a range of days, exports of every record, the money that is expected, the months of the books, and tax. */
export function Reports() {
  const translate = useTranslate();
  const { range, isBackwards, setRange } = useDateRange();
  const [params] = useSearchParams();
  const part = parts.find((name) => name === params.get('tab')) ?? 'figures';

  const content = () => {
    if (part === 'months') return <Months />;
    if (part === 'expected') return <Expected />;
    if (isBackwards)
      return <Alert severity="warning">{translate('resources.reports.range.backwards')}</Alert>;
    if (part === 'tax') return <TaxSection range={range} />;
    return (
      <Summary range={range}>
        {(report) => (part === 'bank' ? <Arrivals {...report} /> : <Figures report={report} />)}
      </Summary>
    );
  };
  return (
    <>
      <Title title="resources.reports.title" />
      <Stack spacing={3}>
        <PartTabs part={part} />
        <Stack id="reports-part" role="tabpanel" aria-labelledby={`reports-tab-${part}`} spacing={3}>
          {part !== 'months' && part !== 'expected' && (
            <RangeFilter range={range} onChange={setRange}>
              {part === 'figures' && <Hint>{translate('resources.reports.range.figures')}</Hint>}
            </RangeFilter>
          )}
          {part === 'figures' && <ExportForm range={range} />}
          {content()}
        </Stack>
      </Stack>
    </>
  );
}
