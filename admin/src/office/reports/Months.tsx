import LockIcon from '@mui/icons-material/LockOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, Chip, MenuItem, Typography } from '@mui/material';
import { useState } from 'react';
import { TextInput, useGetList } from 'react-admin';
import { HttpError } from '#browser/http';
import { booksEquation, type BooksMonth, closeRules } from '#domain/ledger/books';
import { formatDateTime, formatDay, monthEnd } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { formatNamedMoney } from '#domain/platform/money';
import { asText } from '#domain/platform/rules';
import { journalFormatNames, journalFormats } from '#domain/ledger/journal';
import { useRead, useWrite } from '../../data/useCall.js';
import { useHasDocuments, useToday } from '../../data/useCounts.js';
import { EmptyState, ErrorAlert, NotLoaded, Section } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { FormDialog } from '../../ui/forms/FormDialog.js';
import { useShowDialog } from '../../ui/page/dialogs.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { BooksNow, CloseMonthButton } from './CloseMonthButton.js';
import { LateBookings, MonthSheet } from './MonthSheet.js';
import { type BookMonth, bookMonths, monthBefore, monthName } from './bookMonths.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';
import { Hint, TextLink } from '../../ui/common/fields.js';
import { paymentsPath } from '../../ui/paths.js';
import { MenuButton } from '../../ui/common/buttons.js';
import { useDownload } from '../../ui/exports/ExportsProvider.js';

/** Downloads a month for the accountant: all of it in one file, or its journal for a program. */
function MonthDownloads({ month }: { month: string }) {
  const label = useTexts('resources.reports.books');
  const name = monthName(month);
  const all = useDownload('GET /books/{month}/package');
  const journal = useDownload('GET /books/journal');
  const days = { from: `${month}-01`, to: monthEnd(month) };
  return (
    <>
      <Button
        size="small"
        startIcon={<DownloadIcon />}
        loading={all.isPending}
        loadingPosition="start"
        aria-label={label('packageOf', { month: name })}
        onClick={() => all.mutate({ month })}
      >
        <span>{label('package')}</span>
      </Button>
      <MenuButton
        id={`journal-of-${month}`}
        button={(opens) => (
          <Button
            size="small"
            endIcon={<ExpandMoreIcon />}
            loading={journal.isPending}
            loadingPosition="end"
            aria-label={label('journalOf', { month: name })}
            {...opens}
          >
            <span>{label('journal')}</span>
          </Button>
        )}
      >
        {journalFormats.map((format) => (
          <MenuItem key={format} onClick={() => journal.mutate({ query: { format, ...days } })}>
            {journalFormatNames[format]}
          </MenuItem>
        ))}
      </MenuButton>
    </>
  );
}

/** The sales of which there is no paper: nothing without any. */
function WithoutPaper() {
  const label = useTexts('resources.reports.books');
  const { total, error, refetch } = useGetList('payments', {
    pagination: { page: 1, perPage: 1 },
    filter: { withoutPaper: 'true' },
  });
  if (error && total === undefined)
    return <ErrorAlert error={error} fallback={messages.fetchPayments} refetch={refetch} />;
  if (!total) return null;
  return (
    <Typography variant="body2" sx={{ px: 2, py: 1 }}>
      <span>{label('withoutPaper', { smart_count: total })}</span>{' '}
      <TextLink to={paymentsPath({ withoutPaper: 'true' })} underline="always">
        {label('showWithoutPaper')}
      </TextLink>
    </Typography>
  );
}

/** Says which accounts of the journal have no name of their own yet, and how many sales have no paper. */
function JournalNotes() {
  const label = useTexts('resources.reports.books');
  const hasDocuments = useHasDocuments();
  const { data, error, refetch } = useRead(['bank-accounts', 'journal'], 'GET /books/accounts');
  const names = (data?.accounts ?? [])
    .filter(({ key, of, isDefault }) => isDefault && key !== 'xeroTaxRate' && (key !== 'bank' || of))
    .map(({ name }) => name);
  return (
    <>
      {error && !data && <ErrorAlert error={error} refetch={refetch} />}
      {hasDocuments && <WithoutPaper />}
      {names.length > 0 && (
        <Hint sx={{ px: 2, py: 1 }}>{label('accounts', { names: [...new Set(names)].join(', ') })}</Hint>
      )}
    </>
  );
}

interface OpenMonthDialogProps {
  month: BookMonth;
  onClose: () => void;
}

/** Asks for the reason, and opens the newest closed month again. */
function OpenMonthDialog({ month: { month, end }, onClose }: OpenMonthDialogProps) {
  const label = useTexts('resources.reports.books.reopen', { month: monthName(month) });
  const reopen = useWrite({
    mutationKey: ['payments', 'closeBooks'],
    mutationFn: async ({ reason }: { reason: string }, call) => {
      const { closedUntil } = await call('GET /books');
      // The call says only until when the books are closed: where a colleague moved that, it would open or close other months.
      if (closedUntil !== end) throw new HttpError(messages.editConflict, 409);
      return call('POST /books/close', {
        body: { until: monthEnd(monthBefore(month)), reason: reason.trim() },
      });
    },
    done: label('done'),
  });
  return (
    <FormDialog<{ reason: string }>
      title={label('of')}
      text={label('text')}
      submit={label('title')}
      write={reopen}
      isReady={({ reason }) => asText(reason) !== ''}
      onClose={onClose}
    >
      <TextInput
        autoFocus
        isRequired
        source="reason"
        label={label('reason')}
        helperText={label('reasonHint')}
        validate={closeRules.reason}
      />
    </FormDialog>
  );
}

/** Opens the question about a month, which outlives its row: that of a month which was opened meanwhile has none. */
function OpenMonthButton({ month }: Pick<OpenMonthDialogProps, 'month'>) {
  const label = useTexts('resources.reports.books.reopen', { month: monthName(month.month) });
  const showDialog = useShowDialog();
  return (
    <Button
      size="small"
      aria-label={label('of')}
      onClick={() => showDialog((close) => <OpenMonthDialog month={month} onClose={close} />)}
    >
      {label('title')}
    </Button>
  );
}

interface MonthRowsProps {
  month: BookMonth;
  /** The columns of the table. */
  amounts: ReturnType<typeof booksEquation>;
}

/** The rows of one month: its name and state, a line of each currency that opens as a sheet, and what came late. */
function MonthRows({ month: shown, amounts }: MonthRowsProps) {
  const { month, isClosed, isNewestClosed, lines } = shown;
  const label = useTexts('resources.reports.books');
  const [sheet, setSheet] = useState<BooksMonth>();
  const name = monthName(month);

  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={amounts.length + 1} data-wide>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 36 }}>
            <span>{name}</span>
            {isClosed && <Chip icon={<LockIcon />} variant="outlined" label={label('closed')} />}
            {isNewestClosed && (
              <Permitted to="write" resource="books">
                <OpenMonthButton month={shown} />
              </Permitted>
            )}
            <Box sx={{ display: 'flex', flexWrap: 'wrap', mx: -0.5, ml: { sm: 'auto' } }}>
              <MonthDownloads month={month} />
            </Box>
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
              sx={{ minWidth: 0, px: 1, mx: -1 }}
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

/** Months before the others are asked for. */
const shownMonths = 6;

/** All past months of the books, which the range of the page does not narrow: a line for each currency, and its lock. */
export function Months() {
  const label = useTexts('resources.reports.books');
  const today = useToday();
  const [isWhole, setIsWhole] = useState(false);
  const { data, error, refetch } = useRead(['payments', 'books'], 'GET /books');
  const months = data ? bookMonths(data, today) : [];
  // The present month has no row yet: what came late after a closing stands below the others.
  const present = today.slice(0, 7);
  const late = data?.months.filter((line) => line.month === present && line.late > 0) ?? [];
  const shown = isWhole ? months : months.slice(0, shownMonths);
  const amounts = booksEquation(shown.flatMap(({ lines }) => lines));

  return (
    <Section
      title={label('title')}
      flush
      isBusy={!data && !error}
      action={
        data && (
          <Permitted to="write" resource="books">
            <CloseMonthButton books={data} months={months} />
          </Permitted>
        )
      }
    >
      <Hint sx={{ px: 2, pb: 1 }}>{label('note')}</Hint>
      {data?.closedUntil && (
        <Typography variant="body2" sx={{ px: 2, pb: 1, display: 'flex', alignItems: 'center', gap: 1 }}>
          <LockIcon fontSize="small" />
          <span>
            {label('closedUntil', {
              day: formatDay(data.closedUntil),
              name: data.closedBy,
              at: formatDateTime(data.closedAt),
            })}
          </span>
        </Typography>
      )}
      {!data ? (
        <NotLoaded error={error} refetch={refetch} height={280} isFlush />
      ) : months.length === 0 ? (
        <EmptyState title={label('empty')} />
      ) : (
        <Table
          aria-label={label('title')}
          isScrollable
          data-stacked="wide"
          columns={[label('month')]}
          numbers={amounts.map((name) => label(name))}
        >
          {shown.map((month) => (
            <MonthRows key={month.month} month={month} amounts={amounts} />
          ))}
        </Table>
      )}
      {shown.length < months.length && (
        <Button onClick={() => setIsWhole(true)} sx={{ mx: 2, my: 1 }}>
          {label('all', { smart_count: months.length })}
        </Button>
      )}
      {late.length > 0 && (
        <Typography component="div" variant="body2" sx={{ px: 2, py: 1 }}>
          <LateBookings month={present} lines={late} />
        </Typography>
      )}
      {data && <BooksNow balances={data.now} />}
      {months.length > 0 && <JournalNotes />}
    </Section>
  );
}
