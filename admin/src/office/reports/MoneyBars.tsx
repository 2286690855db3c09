import { Box, Stack, ToggleButton, ToggleButtonGroup, useTheme } from '@mui/material';
import { useState } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { type Currency, formatMoney, formatNamedMoney, formatWholeMoney, sum } from '#domain/platform/money';
import type { MonthlyRevenue, ReportSummary } from '#domain/office/reports';
import type { ExpectedCurrency, ExpectedSum } from '#domain/office/expected';
import { formatCount } from '#domain/platform/numbers';
import { textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { Hint } from '../../ui/common/fields.js';
import { CurrencyTable, SumTable } from '../../ui/common/Table.js';
import { EmptyState, NotLoaded, Section } from '../../ui/common/Section.js';
import { everyMonth, monthName } from './bookMonths.js';
import { useRead } from '../../data/useCall.js';
import { ExportMenu } from '../../ui/exports/ExportsProvider.js';

/** The two ways in which figures by month are shown. */
export type View = 'chart' | 'table';

/** Chooses between a chart and a table with the same figures. */
function ViewToggle({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const label = useTexts('resources.reports.months');
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      aria-label={label('view')}
      onChange={(_event, chosen: View | null) => chosen && onChange(chosen)}
    >
      <ToggleButton value="chart">{label('chart')}</ToggleButton>
      <ToggleButton value="table">{label('table')}</ToggleButton>
    </ToggleButtonGroup>
  );
}

interface MoneyBarsProps {
  bars: readonly { name: string; amount: number; isLate?: boolean }[];
  currency: Currency;
  /** The chart in words. */
  description: string;
  /** The name of an amount in the tooltip. */
  valueName: string;
}

/** Amounts as bars, a late one in the colour of errors. Screen readers get the table beside it, which has the same figures. */
function MoneyBars({ bars, currency, description, valueName }: MoneyBarsProps) {
  const { palette } = useTheme();
  const text = { fill: palette.text.secondary, fontSize: 12 };
  const data = bars.map(({ isLate, ...bar }) => ({
    ...bar,
    fill: isLate ? palette.error.main : palette.primary.main,
  }));
  return (
    <Box role="img" aria-label={description} sx={{ height: 280 }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={data} accessibilityLayer={false} margin={{ top: 8, right: 16, bottom: 0, left: 8 }}>
          <CartesianGrid vertical={false} stroke={palette.divider} />
          <XAxis dataKey="name" interval="equidistantPreserveStart" tick={text} stroke={palette.divider} />
          <YAxis
            tickFormatter={(amount: number) => formatWholeMoney(amount, currency)}
            tick={text}
            stroke={palette.divider}
            width={currency === 'USD' ? 72 : 88}
          />
          <Tooltip
            cursor={{ fill: palette.action.hover }}
            formatter={(amount) => [formatMoney(Number(amount), currency), valueName]}
            contentStyle={{
              background: palette.background.paper,
              borderColor: palette.divider,
              borderRadius: 8,
            }}
            labelStyle={{ color: palette.text.primary }}
            itemStyle={{ color: palette.text.primary }}
          />
          <Bar dataKey="amount" radius={[4, 4, 0, 0]} maxBarSize={64} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </Box>
  );
}

const monthBars = (sums: Parameters<typeof everyMonth>[0]) =>
  everyMonth(sums).map(({ month, amount }) => ({ name: monthName(month), amount }));

/** Revenue in each recorded currency and in US dollars. */
export function RevenueTable({ revenue: { currencies, usd } }: Pick<ReportSummary, 'revenue'>) {
  const label = useTexts('resources.reports.revenue');
  return (
    <Section title={label('title')} flush>
      {currencies.length === 0 ? (
        <EmptyState title={label('empty')} />
      ) : (
        <CurrencyTable rows={currencies} counted={label('count')}>
          <tr>
            <th scope="row" colSpan={2}>
              {label('total')}
            </th>
            <td data-align="right">
              <strong>{formatMoney(usd, 'USD')}</strong>
            </td>
          </tr>
        </CurrencyTable>
      )}
      <Hint sx={{ p: 2, pt: 1 }}>{label('note')}</Hint>
    </Section>
  );
}

/** Revenue of each month in US dollars, as a chart or as a table. */
export function RevenueByMonth({ months }: { months: MonthlyRevenue[] }) {
  const translate = useTranslate();
  const [view, setView] = useState<View>('chart');
  const label = textsOf(translate, 'resources.reports.months');

  return (
    <Section flush title={label('title')} action={<ViewToggle view={view} onChange={setView} />}>
      {months.length === 0 ? (
        <EmptyState title={translate('resources.reports.revenue.empty')} />
      ) : view === 'chart' ? (
        <Box sx={{ px: 1, pb: 1 }}>
          <MoneyBars
            bars={monthBars(months.map(({ month, usd }) => ({ month, amount: usd })))}
            currency="USD"
            description={label('description')}
            valueName={label('usd')}
          />
        </Box>
      ) : (
        <SumTable
          columns={[label('month')]}
          numbers={[label('count'), label('usd')]}
          rows={months.map(({ month, count, usd }) => ({
            name: monthName(month),
            count,
            amount: formatMoney(usd, 'USD'),
          }))}
        />
      )}
    </Section>
  );
}

const key = 'resources.reports.expected';

/** The money that is expected in a currency: the overdue first, each month, and what has no day. */
function ExpectedIn({ currency, overdue, months, undated }: ExpectedCurrency) {
  const label = useTexts(key);
  const [view, setView] = useState<View>('chart');
  const apart = (sum: ExpectedSum, name: string, isLate = false) =>
    sum.count > 0 ? [{ ...sum, name, isLate }] : [];
  const late = apart(overdue, label('overdue'), true);
  const open = apart(undated, label('undated'));
  const rows = [
    ...late,
    ...months.map(({ month, ...rest }) => ({ ...rest, name: monthName(month) })),
    ...open,
  ];
  const money = (amount: number) => formatNamedMoney(amount, currency);
  return (
    <Section
      flush
      title={label('title', { currency })}
      action={<ViewToggle view={view} onChange={setView} />}
    >
      {view === 'chart' ? (
        <Box sx={{ px: 1, pb: 1 }}>
          <MoneyBars
            bars={[...late, ...monthBars(months), ...open]}
            currency={currency}
            description={label('description', { currency })}
            valueName={label('amount')}
          />
        </Box>
      ) : (
        <SumTable
          aria-label={label('title', { currency })}
          columns={[label('month')]}
          numbers={[label('count'), label('amount')]}
          rows={rows.map(({ name, count, amount }) => ({ name, count, amount: money(amount) }))}
        >
          <tr>
            <th scope="row">{label('total')}</th>
            <td data-align="right">{formatCount(rows.reduce((total, { count }) => total + count, 0))}</td>
            <td data-align="right" translate="no">
              <strong>{money(sum(rows.map(({ amount }) => amount)))}</strong>
            </td>
          </tr>
        </SumTable>
      )}
    </Section>
  );
}

/** The money that pending payments are to bring, by currency and month. */
export function Expected() {
  const translate = useTranslate();
  const { data, error, refetch } = useRead(['payments', 'expected'], 'GET /reports/expected');
  if (!data) return <NotLoaded error={error} refetch={refetch} height={340} isFlush />;
  if (!data.currencies.length) return <EmptyState title={translate(`${key}.empty`)} />;
  return (
    <>
      <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <Hint sx={{ flex: '1 1 20rem' }}>
          <span>{translate(`${key}.note`)}</span>
        </Hint>
        <ExportMenu resource="expected" query={{}} label="resources.payments.export" />
      </Stack>
      {data.currencies.map((sums) => (
        <ExpectedIn key={sums.currency} {...sums} />
      ))}
    </>
  );
}
