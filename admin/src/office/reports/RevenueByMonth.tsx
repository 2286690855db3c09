import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { useState } from 'react';

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatMoney, formatWholeMoney } from '#domain/platform/money';
import { formatCount } from '#domain/platform/numbers';
import type { MonthlyRevenue, ReportSummary } from '#domain/office/reports';
import { CurrencyTable } from '../../ui/common/CurrencyTable.js';
import { EmptyState } from '../../ui/common/EmptyState.js';
import { Section } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { monthName } from './monthName.js';
import { textsOf } from '../../ui/i18n/textsOf.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** Revenue of each month as bars. Screen readers get the table beside it, which has the same figures. */
function RevenueChart({ months }: { months: MonthlyRevenue[] }) {
  const translate = useTranslate();
  const { palette } = useTheme();
  const text = { fill: palette.text.secondary, fontSize: 12 };
  return (
    <Box role="img" aria-label={translate('resources.reports.months.description')} sx={{ height: 280 }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={months} accessibilityLayer={false} margin={{ top: 8, right: 16, bottom: 0, left: 8 }}>
          <CartesianGrid vertical={false} stroke={palette.divider} />
          <XAxis dataKey="month" tickFormatter={monthName} tick={text} stroke={palette.divider} />
          <YAxis
            tickFormatter={(usd: number) => formatWholeMoney(usd, 'USD')}
            tick={text}
            stroke={palette.divider}
            width={72}
          />
          <Tooltip
            cursor={{ fill: palette.action.hover }}
            labelFormatter={(month) => monthName(month as string)}
            formatter={(usd) => [formatMoney(Number(usd), 'USD'), translate('resources.reports.months.usd')]}
            contentStyle={{
              background: palette.background.paper,
              borderColor: palette.divider,
              borderRadius: 8,
            }}
            labelStyle={{ color: palette.text.primary }}
            itemStyle={{ color: palette.text.primary }}
          />
          <Bar
            dataKey="usd"
            fill={palette.primary.main}
            radius={[4, 4, 0, 0]}
            maxBarSize={64}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </Box>
  );
}

/** Revenue in each recorded currency and in US dollars. */
export function RevenueTable({ revenue: { currencies, usd } }: Pick<ReportSummary, 'revenue'>) {
  const translate = useTranslate();
  const label = textsOf(translate, 'resources.reports.revenue');
  return (
    <Section title={label('title')} flush>
      {currencies.length === 0 ? (
        <EmptyState title={label('empty')} />
      ) : (
        <CurrencyTable rows={currencies} label={label}>
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
      <Typography variant="body2" color="text.secondary" sx={{ p: 2, pt: 1 }}>
        {label('note')}
      </Typography>
    </Section>
  );
}

type View = 'chart' | 'table';

/** Revenue of each month in US dollars, as a chart or as a table. */
export function RevenueByMonth({ months }: { months: MonthlyRevenue[] }) {
  const translate = useTranslate();
  const [view, setView] = useState<View>('chart');
  const label = textsOf(translate, 'resources.reports.months');

  return (
    <Section
      flush
      title={label('title')}
      action={
        <ToggleButtonGroup
          exclusive
          size="small"
          value={view}
          aria-label={label('view')}
          onChange={(_event, chosen: View | null) => chosen && setView(chosen)}
        >
          <ToggleButton value="chart">{label('chart')}</ToggleButton>
          <ToggleButton value="table">{label('table')}</ToggleButton>
        </ToggleButtonGroup>
      }
    >
      {months.length === 0 ? (
        <EmptyState title={translate('resources.reports.revenue.empty')} />
      ) : view === 'chart' ? (
        <Box sx={{ px: 1, pb: 1 }}>
          <RevenueChart months={months} />
        </Box>
      ) : (
        <Table>
          <thead>
            <tr>
              <th scope="col">{label('month')}</th>
              <th scope="col" data-align="right">
                {label('count')}
              </th>
              <th scope="col" data-align="right">
                {label('usd')}
              </th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, count, usd }) => (
              <tr key={month}>
                <td>{monthName(month)}</td>
                <td data-align="right">{formatCount(count)}</td>
                <td data-align="right">{formatMoney(usd, 'USD')}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
