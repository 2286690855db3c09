import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatDay } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import type { ReportSummary } from '#domain/reports';
import { formatCount } from '#domain/numbers';
import { EmptyState } from '../ui/common/EmptyState.js';
import { Section } from '../ui/common/Section.js';
import { Table } from '../ui/common/Table.js';

/** Maximum number of rows (one day of one account); the export of bank transactions has all. */
const shownDays = 31;

/** Received amounts by bank day and account, and their part that settles payments. */
export function Arrivals({ arrivals: { totals, days } }: Pick<ReportSummary, 'arrivals'>) {
  const translate = useTranslate();
  const label = (name: string, options?: object) => translate(`admin.reports.arrivals.${name}`, options);
  const rows = [...totals.map((arrival) => ({ ...arrival, day: '' })), ...days.slice(0, shownDays)];
  return (
    <Section title={label('title')} flush>
      <Typography variant="body2" color="text.secondary" sx={{ px: 2, pb: 1 }}>
        {label('note')} {days.length > shownDays && label('more', { shown: shownDays })}
      </Typography>
      {totals.length === 0 ? (
        <EmptyState title={label('empty')} />
      ) : (
        <Table aria-label={label('title')} isScrollable data-stacked>
          <thead>
            <tr>
              <th scope="col">{label('day')}</th>
              <th scope="col">{label('account')}</th>
              {['count', 'amount', 'allocated'].map((name) => (
                <th key={name} scope="col" data-align="right">
                  {label(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ day, bankAccountId, bankAccount, currency, count, amount, allocated }) => (
              <tr key={`${day} ${bankAccountId} ${currency}`}>
                {day ? <td data-nowrap>{formatDay(day)}</td> : <th scope="row">{label('total')}</th>}
                <td data-wide="last">{bankAccount}</td>
                <td data-align="right" data-below data-label={label('count')}>
                  {formatCount(count)}
                </td>
                <td data-align="right">{formatNamedMoney(amount, currency)}</td>
                <td data-align="right" data-below data-label={label('allocated')}>
                  {formatNamedMoney(allocated, currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
