import SearchIcon from '@mui/icons-material/Search';
import { Box, Dialog, InputBase, LinearProgress, styled, Typography } from '@mui/material';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { CommentedRecord } from '#domain/care/comments';
import { formatDate } from '#domain/platform/dates';
import { locationName } from '#domain/places/locations';
import { formatNamedMoney } from '#domain/platform/money';
import { listPage } from '#domain/platform/admin-pages';
import { pages } from '#domain/platform/pages';
import { can } from '#domain/platform/roles';
import type { CardEventRecord, CustomerRecord, ListedPaymentRecord } from '../../data/records.js';
import { cardEventAmount, CardEventStateChip, TestChip } from '../../ui/fields/cards/fields.js';
import { PaymentChips } from '../../ui/fields/payments/fields.js';
import { ErrorAlert } from '../../ui/common/Section.js';
import { visuallyHidden } from '../../ui/common/visuallyHidden.js';
import { type OpenedRecord, useOpenedRecords } from '../../ui/page/openedRecords.js';
import { cardEventPath, customerPath, paymentPath } from '../../ui/paths.js';
import { useIsBelow } from '../../ui/common/useIsBelow.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { chooseColorScheme, useColorScheme } from '../../data/colorScheme.js';
import type { dataProvider } from '../../data/dataProvider.js';
import { pageQuery } from '../../data/queryClient.js';
import { useHeldCardEvents } from '../../data/useHeldCardEvents.js';
import { useRole } from '../../data/session/role.js';
import { rightsOf } from '../../ui/page/resource.js';
import { useShownResources } from '../../ui/page/useShownResources.js';

/** A page to go to, or an action. */
interface Command {
  name: string;
  path?: string;
  run?: () => void;
}

/** Returns the pages and actions whose names have every typed word at the beginning of one of theirs. */
function useCommands(text: string): Command[] {
  const translate = useTranslate();
  const role = useRole();
  const resources = useShownResources().flat();
  const scheme = useColorScheme() === 'dark' ? 'light' : 'dark';
  const commands: Command[] = [
    ...resources.flatMap((resource) =>
      Object.entries(resource.commands ?? {})
        .filter(([, access]) => can(role, access, rightsOf(resource)))
        .map(([page]) => ({
          name: translate(`resources.${resource.name}.commands.${page}`),
          path: `${listPage(resource.name)}/${page}`,
        })),
    ),
    { name: translate('ra.page.dashboard'), path: pages.admin },
    ...resources.map(({ name }) => ({ name: translate(`resources.${name}.title`), path: listPage(name) })),
    { name: translate('admin.shell.account'), path: pages.account },
    { name: translate(`admin.shell.scheme.${scheme}`), run: () => chooseColorScheme(scheme) },
  ];
  const wordsOf = (words: string) => words.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ name }) =>
    wordsOf(text).every((typed) => wordsOf(name).some((word) => word.startsWith(typed))),
  );
}

/** Milliseconds between the last key and the request. */
const pauseMs = 150;

/** Searches while the text is typed; an empty text finds the newest records. */
function useSearch(text: string) {
  const { searchEverything } = useDataProvider<typeof dataProvider>();
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const held = useHeldCardEvents(asked);
  const query = useQuery({
    // 'payments' is invalidated by writes to both resources.
    queryKey: ['payments', 'searchEverything', asked],
    queryFn: ({ signal }) => searchEverything(asked, signal),
    placeholderData: keepPreviousData,
    ...pageQuery,
  });
  const failed = [query, held].filter(({ data, error }) => error && !data);
  return {
    data: query.data,
    held: held.data,
    error: failed[0]?.error,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
    isWaiting: asked !== text || query.isPlaceholderData || query.isPending || held.isLoading,
  };
}

/** The results of a search, below their headings. */
const SearchOptions = styled('div')(({ theme }) => ({
  overflowY: 'auto',
  minHeight: 0,
  paddingBottom: 8,
  '[data-heading]': {
    padding: '12px 16px 4px',
    fontSize: '0.75rem',
    fontWeight: 600,
    color: theme.palette.text.secondary,
  },
}));

/** One result: two lines, and a status at its end. */
const SearchOption = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 56,
  padding: '6px 16px',
  cursor: 'pointer',
  '&[aria-selected="true"]': {
    background: theme.palette.action.selected,
    boxShadow: `inset 3px 0 0 ${theme.palette.primary.main}`,
  },
  '[data-lines]': { flex: 1, minWidth: 0 },
  '[data-first], [data-second]': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '[data-first]': { fontSize: '0.875rem', fontWeight: 600 },
  '[data-second]': {
    fontSize: '0.8125rem',
    color: theme.palette.text.secondary,
    fontVariantNumeric: 'tabular-nums',
  },
  // Whole amounts and days, on a further line where one is too short.
  [theme.breakpoints.down('sm')]: {
    '[data-second]': { whiteSpace: 'normal', overflowWrap: 'break-word' },
  },
}));

interface Option {
  key: string;
  /** The page that the option leads to; one without it runs. */
  path?: string;
  run?: () => void;
  first: ReactNode;
  second?: ReactNode;
  end?: ReactNode;
}

const paymentOption = (payment: ListedPaymentRecord): Option => ({
  key: paymentPath(payment.id),
  path: paymentPath(payment.id),
  first: payment.referenceNumber,
  second: [
    payment.customer?.fullName,
    formatNamedMoney(payment.amount, payment.currency),
    formatDate(payment.createdAt),
  ]
    .filter(Boolean)
    .join(' · '),
  end: <PaymentChips payment={payment} />,
});

const customerOption = (customer: CustomerRecord): Option => ({
  key: customerPath(customer.id),
  path: customerPath(customer.id),
  first: customer.fullName,
  second: [customer.email, customer.phone, locationName(customer)].filter(Boolean).join(' · '),
  end: customer.test && <TestChip />,
});

/** A customer or payment whose comment has the words, with that comment. */
function commentOption({ customer, payment, comment }: CommentedRecord): Option[] {
  const path = payment ? paymentPath(payment._id) : customer && customerPath(customer._id);
  if (!path) return [];
  return [
    {
      key: `comment ${comment._id}`,
      path,
      first: [payment?.referenceNumber, customer?.fullName].filter(Boolean).join(' · '),
      second: `“${comment.text}” · ${comment.by}, ${formatDate(comment.createdAt)}`,
    },
  ];
}

const cardEventOption = (event: CardEventRecord): Option => ({
  key: cardEventPath(event.id),
  path: cardEventPath(event.id),
  first: event.name ?? event.email ?? event.eventId,
  second: [cardEventAmount(event), event.name && event.email, formatDate(event.createdAt)]
    .filter(Boolean)
    .join(' · '),
  end: (
    <>
      {!event.live && <TestChip />}
      <CardEventStateChip state={event.state} />
    </>
  ),
});

const openedOption = ({ path, name }: OpenedRecord): Option => ({
  key: `opened ${path}`,
  path,
  first: name,
});

const commandOption = ({ name, path, run }: Command): Option => ({
  key: `command ${name}`,
  path,
  run,
  first: name,
});

interface SearchDialogProps {
  /** The keys typed before the dialog was loaded. */
  early: RefObject<{ text: string; isEntered: boolean }>;
  onClose: () => void;
}

/** Finds payments, customers, pages and actions while the admin types; arrows choose, Enter opens. */
export function SearchDialog({ early, onClose }: SearchDialogProps) {
  const label = useTexts('admin.search');
  const navigate = useNavigate();
  const id = useId();
  const isNarrow = useIsBelow('sm');
  const [text, setText] = useState(() => early.current.text);
  const [chosen, setChosen] = useState(0);
  const [isOpening, setIsOpening] = useState(() => early.current.isEntered);
  const { data, held, error, retry, isWaiting } = useSearch(text.trim());
  const payments = data?.payments.map(paymentOption) ?? [];
  const customers = data?.customers.map(customerOption) ?? [];
  const comments = data?.comments.flatMap(commentOption) ?? [];
  const cardEvents = held?.map(cardEventOption) ?? [];
  const opened = useOpenedRecords();
  const openedLast = text.trim() ? [] : opened.map(openedOption);
  const commands = useCommands(text).map(commandOption);
  const options = [...openedLast, ...payments, ...customers, ...comments, ...cardEvents, ...commands];
  const active = Math.min(chosen, options.length - 1);
  const optionId = (at: number) => `${id}-${at}`;

  const choose = ({ path, run }: Option) => {
    onClose();
    if (path) void navigate(path);
    else run?.();
  };
  const chooseAt = (at: number) => {
    const option = options[at];
    if (option) choose(option);
  };
  useEffect(() => {
    if (!isOpening || isWaiting) return;
    chooseAt(0);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length) {
      event.preventDefault();
      const next = (active + step + options.length) % options.length;
      setChosen(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // The button that opened the dialog gets the focus back, and the same press would open it again.
      event.preventDefault();
      // While the search runs, Enter opens its first result once it is loaded.
      if (isWaiting) setIsOpening(true);
      else chooseAt(active);
    }
  };
  const group = (name: Parameters<typeof label>[0], those: Option[], from: number) =>
    those.length > 0 && (
      <div role="group" aria-label={label(name)}>
        <Typography aria-hidden data-heading>
          {label(name)}
        </Typography>
        {those.map((option, at) => (
          <SearchOption
            key={option.key}
            id={optionId(from + at)}
            role="option"
            aria-selected={from + at === active}
            onMouseMove={() => setChosen(from + at)}
            onClick={() => choose(option)}
          >
            <div data-lines>
              <div data-first>{option.first}</div>
              <div data-second>{option.second}</div>
            </div>
            {option.end}
          </SearchOption>
        ))}
      </div>
    );

  return (
    <Dialog
      open
      fullWidth
      fullScreen={isNarrow}
      maxWidth="sm"
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <Box component="h2" id={`${id}-title`} sx={visuallyHidden}>
        {label('title')}
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 2,
          py: 1,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <SearchIcon color="action" />
        <InputBase
          fullWidth
          autoFocus
          value={text}
          placeholder={label('placeholder')}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
            setIsOpening(false);
          }}
          onKeyDown={onKeyDown}
          inputProps={{
            role: 'combobox',
            'aria-label': label('title'),
            'aria-expanded': options.length > 0,
            'aria-controls': `${id}-list`,
            'aria-autocomplete': 'list',
            'aria-activedescendant': options.length ? optionId(active) : undefined,
            maxLength: 200,
            enterKeyHint: 'go',
            autoComplete: 'off',
            spellCheck: false,
          }}
        />
        <Box component="button" type="button" onClick={onClose} sx={closeStyle}>
          {label('close')}
        </Box>
      </Box>
      <Box sx={{ height: 3 }}>
        {isWaiting && <LinearProgress aria-label={label('searching')} sx={{ height: 3 }} />}
      </Box>
      <SearchOptions id={`${id}-list`} role="listbox" aria-label={label('results')}>
        {group('openedLast', openedLast, 0)}
        {group(text.trim() ? 'payments' : 'recentPayments', payments, openedLast.length)}
        {group(text.trim() ? 'customers' : 'recentCustomers', customers, openedLast.length + payments.length)}
        {group('comments', comments, openedLast.length + payments.length + customers.length)}
        {group('heldCardPayments', cardEvents, options.length - commands.length - cardEvents.length)}
        {group('commands', commands, options.length - commands.length)}
      </SearchOptions>
      <Box role="status" sx={{ px: 2, pb: options.length ? 0 : 3, pt: options.length ? 0 : 2 }}>
        {error ? (
          <ErrorAlert error={error} fallback={label('failed')} refetch={retry} />
        ) : (
          !isWaiting &&
          options.length === 0 && <Typography color="text.secondary">{label('nothing')}</Typography>
        )}
      </Box>
    </Dialog>
  );
}

const closeStyle = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  background: 'none',
  color: 'text.secondary',
  font: 'inherit',
  fontSize: '0.75rem',
  minHeight: { xs: 44, sm: 28 },
  px: 1,
  cursor: 'pointer',
} as const;
