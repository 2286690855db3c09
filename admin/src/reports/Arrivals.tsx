import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ReportSummary } from '#domain/reports';
import { EmptyState } from '../ui/common/EmptyState.js';
import { Section } from '../ui/common/Section.js';
import { Table } from '../ui/common/Table.js';
import { ArrivalCells } from './ArrivalCells.js';
import { ArrivalMonth } from './ArrivalMonth.js';

/** Rows of months before the others are asked for. */
const shownMonths = 6;

/** Received amounts by account and by month, whose bank days unfold, and their part that settles payments. */
export function Arrivals({ from, to, arrivals: { totals, months } }: ReportSummary) {
  const translate = useTranslate();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? months : months.slice(0, shownMonths);
  const label = (name: string) => translate(`resources.reports.arrivals.${name}`);
  return (
    <Section title={label('title')} flush>
      <Typography variant="body2" color="text.secondary" sx={{ px: 2, pb: 1 }}>
        {label('note')}
      </Typography>
      {totals.length === 0 ? (
        <EmptyState title={label('empty')} />
      ) : (
        <Table aria-label={label('title')} isScrollable data-stacked>
          <thead>
            <tr>
              <th scope="col">{label('month')}</th>
              <th scope="col">{label('account')}</th>
              {['count', 'amount', 'allocated'].map((name) => (
                <th key={name} scope="col" data-align="right">
                  {label(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {totals.map((total) => (
              <tr key={`${total.bankAccountId} ${total.currency}`}>
                <th scope="row">{label('total')}</th>
                <ArrivalCells arrival={total} />
              </tr>
            ))}
          </tbody>
          {shown.map((month) => (
            <ArrivalMonth
              key={`${month.month} ${month.bankAccountId} ${month.currency}`}
              arrival={month}
              from={from}
              to={to}
            />
          ))}
        </Table>
      )}
      {shown.length < months.length && (
        <Button onClick={() => setIsWhole(true)} sx={{ mx: 2, my: 1 }}>
          {translate('resources.reports.arrivals.all', { smart_count: months.length })}
        </Button>
      )}
    </Section>
  );
}
