import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { formatMoney } from '#domain/money';
import type { MonthlyRevenue } from '#domain/reports';
import { formatCount } from '#domain/numbers';
import { EmptyState } from '../ui/common/EmptyState.js';
import { Section } from '../ui/common/Section.js';
import { Table } from '../ui/common/Table.js';
import { monthName } from './monthName.js';
import { RevenueChart } from './RevenueChart.js';

type View = 'chart' | 'table';

/** Revenue of each month in US dollars, as a chart or as a table. */
export function RevenueByMonth({ months }: { months: MonthlyRevenue[] }) {
  const translate = useTranslate();
  const [view, setView] = useState<View>('chart');
  const label = (name: string) => translate(`resources.reports.months.${name}`);

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
