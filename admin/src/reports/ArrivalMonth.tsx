import ExpandIcon from '@mui/icons-material/ExpandMoreOutlined';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { formatDay } from '#domain/dates';
import { messages } from '#domain/messages';
import type { Arrival, ReportSummary } from '#domain/reports';
import type { dataProvider } from '../data/dataProvider.js';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import { ArrivalCells } from './ArrivalCells.js';
import { monthName } from './monthName.js';
import { monthRange } from './monthRange.js';

interface ArrivalMonthProps extends Pick<ReportSummary, 'from' | 'to'> {
  arrival: Arrival & { month: string };
}

/** A month's row, which unfolds the bank days of its account within the report's range. */
export function ArrivalMonth({ arrival, from, to }: ArrivalMonthProps) {
  const { month, bankAccountId, bankAccount, currency } = arrival;
  const translate = useTranslate();
  const { getReport: report } = useDataProvider<typeof dataProvider>();
  const [isOpen, setIsOpen] = useState(false);
  const range = monthRange(month, from, to);
  const { data, error, refetch } = useQuery({
    queryKey: ['payments', 'report', range],
    queryFn: (context) => report(range, context),
    enabled: isOpen,
  });
  const days = data?.arrivals.days.filter(
    (day) => day.bankAccountId === bankAccountId && day.currency === currency,
  );
  return (
    <tbody>
      <tr>
        <td data-nowrap>
          <Button
            size="small"
            color="inherit"
            aria-expanded={isOpen}
            aria-label={translate('resources.reports.arrivals.days', {
              month: monthName(month),
              account: bankAccount,
            })}
            startIcon={<ExpandIcon sx={{ transform: isOpen ? undefined : 'rotate(-90deg)' }} />}
            onClick={() => setIsOpen(!isOpen)}
            sx={{ mx: -1, fontWeight: 400 }}
          >
            {monthName(month)}
          </Button>
        </td>
        <ArrivalCells arrival={arrival} />
      </tr>
      {isOpen && !days && (
        <tr>
          <td colSpan={5} data-wide>
            {error ? (
              <ErrorAlert error={error} fallback={messages.report} onRetry={() => void refetch()} />
            ) : (
              <LinearProgress aria-label={translate('ra.page.loading')} />
            )}
          </td>
        </tr>
      )}
      {isOpen &&
        days?.map((day) => (
          <tr key={day.day}>
            <td data-nowrap data-inner>
              {formatDay(day.day)}
            </td>
            <ArrivalCells arrival={day} />
          </tr>
        ))}
    </tbody>
  );
}
