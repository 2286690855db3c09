import LockIcon from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { BooksMonth } from '#domain/books';
import { formatNamedMoney } from '#domain/money';
import { Permitted } from '../ui/page/Permitted.js';
import type { BookMonth } from './bookMonths.js';
import { LateBookings } from './LateBookings.js';
import { MonthSheet } from './MonthSheet.js';
import { monthName } from './monthName.js';
import { OpenMonthButton } from './OpenMonthButton.js';

interface MonthRowsProps {
  month: BookMonth;
  /** The columns of the table. */
  amounts: readonly ('opening' | 'received' | 'refunded' | 'sales' | 'returns' | 'closing')[];
}

/** The rows of one month: its name and state, a line of each currency that opens as a sheet, and what came late. */
export function MonthRows({ month: { month, isClosed, isNewestClosed, lines }, amounts }: MonthRowsProps) {
  const translate = useTranslate();
  const [sheet, setSheet] = useState<BooksMonth>();
  const label = (name: string, options?: object) => translate(`resources.reports.books.${name}`, options);
  const name = monthName(month);

  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={amounts.length + 1} data-wide>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 36 }}>
            {name}
            {isClosed && <Chip icon={<LockIcon />} variant="outlined" label={label('closed')} />}
            {isNewestClosed && (
              <Permitted to="write" resource="books">
                <OpenMonthButton month={month} />
              </Permitted>
            )}
          </Box>
        </th>
      </tr>
      {lines.length === 0 && (
        <tr>
          <td colSpan={amounts.length + 1} data-wide data-inner>
            {label('nothing')}
          </td>
        </tr>
      )}
      {lines.map((line) => (
        <tr key={line.currency}>
          <td data-wide>
            <Button
              size="small"
              aria-label={label('openSheet', { month: name, currency: line.currency })}
              onClick={() => setSheet(line)}
              sx={{ mx: -1 }}
            >
              {line.currency}
            </Button>
          </td>
          {amounts.map((column) => (
            <td key={column} data-align="right" data-below data-label={label(column)}>
              {formatNamedMoney(line[column], line.currency)}
            </td>
          ))}
        </tr>
      ))}
      {lines.some(({ late }) => late > 0) && (
        <tr>
          <td colSpan={amounts.length + 1} data-wide data-inner>
            <LateBookings month={month} lines={lines} />
          </td>
        </tr>
      )}
      {sheet && <MonthSheet line={sheet} isClosed={isClosed} onClose={() => setSheet(undefined)} />}
    </tbody>
  );
}
