import { Box } from '@mui/material';
import { useState } from 'react';
import { formatMoney } from '#domain/platform/money';
import type { MonthlyRevenue, ReportSummary } from '#domain/office/reports';
import { Hint } from '../../ui/common/fields.js';
import { CurrencyTable, SumTable } from '../../ui/common/Table.js';
import { EmptyState, Section } from '../../ui/common/Section.js';
import { MoneyBars, type View, ViewToggle } from './MoneyBars.js';
import { monthName } from './monthName.js';
import { textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

/** Revenue in each recorded currency and in US dollars. */
export function RevenueTable({ revenue: { currencies, usd } }: Pick<ReportSummary, 'revenue'>) {
  const label = useTexts('resources.reports.revenue');
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
            bars={months.map(({ month, usd }) => ({ name: monthName(month), amount: usd }))}
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
            ...{ name: monthName(month), count },
            amount: formatMoney(usd, 'USD'),
          }))}
        />
      )}
    </Section>
  );
}
