import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatMoney } from '#domain/money';
import type { ReportSummary } from '#domain/reports';
import { CurrencyTable } from '../ui/common/CurrencyTable.js';
import { EmptyState } from '../ui/common/EmptyState.js';
import { Section } from '../ui/common/Section.js';

/** Revenue in each recorded currency and in US dollars. */
export function RevenueTable({ revenue: { currencies, usd } }: Pick<ReportSummary, 'revenue'>) {
  const translate = useTranslate();
  const label = (name: string) => translate(`resources.reports.revenue.${name}`);
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
