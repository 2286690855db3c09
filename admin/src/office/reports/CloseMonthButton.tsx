import LockIcon from '@mui/icons-material/LockOutlined';
import { Alert, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Books, type BooksBalance, booksEquation } from '#domain/ledger/books';
import { formatDay } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { formatNamedMoney } from '#domain/platform/money';
import { countLimit, maximumPageSize } from '#domain/platform/lists';
import { useCall, useWrite } from '../../data/useCall.js';
import { useCalendar, useHasCards } from '../../data/useCounts.js';
import type { Call } from '../../data/call.js';
import { DialogButton } from '../../ui/common/buttons.js';
import { SafeConfirm } from '../../ui/forms/FormDialog.js';
import { ErrorAlert } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { type BookMonth, monthName } from './bookMonths.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { Hint } from '../../ui/common/fields.js';
import { SelectField } from '../../ui/lists/FilterBar.js';

/** Counts what is open up to a day, of which `end` is the last moment; `hasCards` as their call needs a card provider. */
async function findOpen(
  call: Call,
  { until, end, hasCards }: { until: string; end: string; hasCards: boolean },
  signal: AbortSignal,
) {
  const given = (filter: object) => ({
    query: { page: 1, perPage: 1, filter },
    signal,
    failure: messages.fetchBooks,
  });
  const countGaps = async () => {
    const { bankAccounts } = await call('GET /bank-accounts', {
      query: { perPage: maximumPageSize },
      signal,
    });
    const accounts = await Promise.all(
      bankAccounts.map(({ _id }) => call('GET /bank-accounts/{id}', { id: _id, signal })),
    );
    return accounts.flatMap(({ gaps }) => gaps).filter(({ after }) => after <= until).length;
  };
  const [{ counts }, events, gaps] = await Promise.all([
    call('GET /bank-transactions', given({ day: { lte: until } })),
    hasCards ? call('GET /card-events', given({ state: 'held', createdAt: { lte: end } })) : undefined,
    countGaps(),
  ]);
  const { ready, review } = counts;
  return {
    transactions: { count: ready + review, isMore: ready >= countLimit || review >= countLimit },
    cardEvents: events?.pagination.total ?? 0,
    gaps,
  };
}

/** Says what is still open up to a day: unmatched transactions, held card events, and gaps between statements. */
function OpenInMonth({ until }: { until: string }) {
  const label = useTexts('resources.reports.books.open');
  const call = useCall();
  const hasCards = useHasCards();
  const end = useCalendar().endOf(until).toISOString();
  const { data, error, refetch } = useQuery({
    queryKey: ['bank-transactions', 'openUntil', until, end, hasCards],
    queryFn: ({ signal }) => findOpen(call, { until, end, hasCards }, signal),
    staleTime: 0,
  });
  if (error && !data) return <ErrorAlert error={error} refetch={refetch} />;
  if (!data) return <Skeleton variant="rounded" height={72} sx={{ mt: 1 }} />;
  const { transactions, cardEvents, gaps } = data;
  const texts = [
    transactions.count > 0 &&
      label(transactions.isMore ? 'transactionsMore' : 'transactions', { smart_count: transactions.count }),
    cardEvents > 0 && label('cardEvents', { smart_count: cardEvents }),
    gaps > 0 && label('gaps', { smart_count: gaps }),
  ].filter(Boolean);
  return texts.length ? (
    <Alert severity="warning" sx={{ mt: 1 }}>
      {texts.map((text) => (
        <div key={text as string}>{text}</div>
      ))}
    </Alert>
  ) : (
    <Alert severity="success" sx={{ mt: 1 }}>
      {label('none')}
    </Alert>
  );
}

interface CloseMonthDialogProps {
  books: Books;
  /** The open past months, newest first. */
  months: readonly BookMonth[];
  onClose: () => void;
}

/** A month's sum from its opening to its closing, a column for each currency. */
function MonthTable({ month: { month, lines } }: { month: BookMonth }) {
  const label = useTexts('resources.reports.books');
  if (lines.length === 0) return <p>{label('nothing')}</p>;
  return (
    <Table aria-label={monthName(month)} isScrollable data-stacked>
      <thead>
        <tr>
          <td />
          {lines.map(({ currency }) => (
            <th key={currency} scope="col" data-align="right">
              {currency}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {booksEquation(lines).map((name) => (
          <tr key={name}>
            <th scope="row" data-wide={lines.length > 1 || undefined}>
              {label(name)}
            </th>
            {lines.map((line) => (
              <td key={line.currency} data-align="right">
                {formatNamedMoney(line[name], line.currency)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Asks before months are closed, with the numbers of the last of them and what is still open in them. */
function CloseMonthDialog({ books, months: found, onClose }: CloseMonthDialogProps) {
  const label = useTexts('resources.reports.books');
  // Closes exactly what was shown, even if a month is closed elsewhere meanwhile.
  const [months] = useState(found);
  const [chosen, setChosen] = useState(months[0]?.month);
  const close = useWrite({
    mutationKey: ['payments', 'closeBooks'],
    mutationFn: (until: string, call) => call('POST /books/close', { body: { until } }),
    done: (_books, until) => ['resources.reports.books.close.done', { day: formatDay(until) }],
    onSuccess: onClose,
  });
  const month = months.find((one) => one.month === chosen);
  if (!month) return null;
  const earlier = months.filter((one) => one.month < month.month).length;

  return (
    <SafeConfirm
      title={label('close.title')}
      content={[
        label('close.text', { day: formatDay(month.end) }),
        ...(earlier ? [label('close.earlier', { smart_count: earlier })] : []),
      ]}
      write={close}
      confirm={label('close.confirm', { month: monthName(month.month) })}
      onConfirm={() => close.mutate(month.end)}
      onClose={onClose}
    >
      <SelectField
        fullWidth
        margin="normal"
        id="close-month"
        label={label('month')}
        value={month.month}
        disabled={close.isPending}
        choices={months.map((one) => ({ id: one.month, name: monthName(one.month) }))}
        onChange={(value) => {
          setChosen(value);
          close.reset();
        }}
      />
      <OpenInMonth until={month.end} />
      <MonthTable month={month} />
      <BooksNow balances={books.now} />
    </SafeConfirm>
  );
}

/** Opens the question with the numbers of what is closed; disabled where every past month is. */
export function CloseMonthButton({ books, months }: { books: Books; months: readonly BookMonth[] }) {
  const translate = useTranslate();
  const open = months.filter(({ isClosed }) => !isClosed);
  return (
    <DialogButton
      variant="outlined"
      startIcon={<LockIcon />}
      disabled={open.length === 0}
      dialog={(close) => <CloseMonthDialog books={books} months={open} onClose={close} />}
    >
      {translate('resources.reports.books.close.title')}
    </DialogButton>
  );
}

/** The parts of what closing is now, by currency: deposits, surplus, and what is missing. */
export function BooksNow({ balances }: { balances: readonly BooksBalance[] }) {
  const translate = useTranslate();
  return balances.map(({ currency, ...parts }) => (
    <Hint key={currency} sx={{ px: 2, py: 1 }}>
      {translate('resources.reports.books.now', {
        currency,
        ...Object.fromEntries(
          Object.entries(parts).map(([name, value]) => [name, formatNamedMoney(Math.abs(value), currency)]),
        ),
      })}
    </Hint>
  ));
}
