import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatMoney, formatNamedMoney } from '../../../domain/money.js';
import type { ReportSummary } from '../../../domain/reports.js';
import { EmptyState } from '../common/EmptyState.js';
import { Section } from '../common/Section.js';
import { Table } from '../common/Table.js';

/** Revenue in each recorded currency and in US dollars. */
export function RevenueTable({ revenue: { currencies, usd } }: Pick<ReportSummary, 'revenue'>) {
  const translate = useTranslate();
  const label = (name: string) => translate(`admin.reports.revenue.${name}`);
  return (
    <Section title={label('title')} flush>
      {currencies.length === 0 ? (
        <EmptyState title={label('empty')} />
      ) : (
        <Table isScrollable>
          <thead>
            <tr>
              <th scope="col">{label('currency')}</th>
              <th scope="col" data-align="right">
                {label('count')}
              </th>
              <th scope="col" data-align="right">
                {label('amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {currencies.map(({ currency, amount, count }) => (
              <tr key={currency}>
                <td>{currency}</td>
                <td data-align="right">{count.toLocaleString('en-US')}</td>
                <td data-align="right">{formatNamedMoney(amount, currency)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row" colSpan={2}>
                {label('total')}
              </th>
              <td data-align="right">
                <strong>{formatMoney(usd, 'USD')}</strong>
              </td>
            </tr>
          </tbody>
        </Table>
      )}
      <Typography variant="body2" color="text.secondary" sx={{ p: 2, pt: 1 }}>
        {label('note')}
      </Typography>
    </Section>
  );
}
