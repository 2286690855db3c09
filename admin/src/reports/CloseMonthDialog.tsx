import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import type { Books } from '#domain/books';
import { formatDay } from '#domain/dates';
import { messages } from '#domain/messages';
import { formatNamedMoney } from '#domain/money';
import { errorMessage } from '../../../browser/http.js';
import type { dataProvider } from '../data/dataProvider.js';
import { useWrite } from '../data/useWrite.js';
import { AskDialog } from '../ui/common/AskDialog.js';
import { Table } from '../ui/common/Table.js';
import type { BookMonth } from './bookMonths.js';
import { BooksNow } from './BooksNow.js';
import { monthName } from './monthName.js';
import { OpenInMonth } from './OpenInMonth.js';

interface CloseMonthDialogProps {
  books: Books;
  /** The open past months, newest first. */
  months: readonly BookMonth[];
  onClose: () => void;
}

const amounts = ['received', 'refunded', 'sales', 'returns', 'closing'] as const;

/** Asks before months are closed, with the numbers of the last of them and what is still open in them. */
export function CloseMonthDialog({ books, months: found, onClose }: CloseMonthDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { closeBooks } = useDataProvider<typeof dataProvider>();
  // Closes exactly what was shown, even if a month is closed elsewhere meanwhile.
  const [months] = useState(found);
  const [chosen, setChosen] = useState(months[0]?.month);
  const close = useWrite({
    mutationKey: ['payments', 'closeBooks'],
    mutationFn: (until: string) => closeBooks({ until }),
    onSuccess: (_books, until) => {
      notify('resources.reports.books.close.done', {
        type: 'success',
        messageArgs: { day: formatDay(until) },
      });
      onClose();
    },
  });
  const month = months.find((one) => one.month === chosen);
  if (!month) return null;
  const label = (name: string, options?: object) => translate(`resources.reports.books.${name}`, options);
  const earlier = months.filter((one) => one.month < month.month).length;

  return (
    <AskDialog
      title={label('close.title')}
      texts={[
        label('close.text', { day: formatDay(month.end) }),
        ...(earlier ? [label('close.earlier', { smart_count: earlier })] : []),
      ]}
      error={close.error ? errorMessage(close.error, messages.closeBooks) : undefined}
      confirm={label('close.confirm', { month: monthName(month.month) })}
      isPending={close.isPending}
      onConfirm={() => close.mutate(month.end)}
      onClose={() => !close.isPending && onClose()}
    >
      <TextField
        select
        fullWidth
        size="small"
        margin="normal"
        id="close-month"
        label={label('month')}
        value={month.month}
        disabled={close.isPending}
        onChange={(event) => {
          setChosen(event.target.value);
          close.reset();
        }}
      >
        {months.map((one) => (
          <MenuItem key={one.month} value={one.month}>
            {monthName(one.month)}
          </MenuItem>
        ))}
      </TextField>
      {month.lines.map((line) => (
        <Table key={line.currency} aria-label={`${monthName(month.month)} ${line.currency}`}>
          <tbody>
            {amounts.map((name) => (
              <tr key={name}>
                <th scope="row">{label(name)}</th>
                <td data-align="right">{formatNamedMoney(line[name], line.currency)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      ))}
      {month.lines.length === 0 && <p>{label('nothing')}</p>}
      <BooksNow balances={books.now} />
      <OpenInMonth until={month.end} />
    </AskDialog>
  );
}
