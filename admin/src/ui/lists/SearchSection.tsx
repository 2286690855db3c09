import { styled } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useGetList } from 'react-admin';
import { defaultPageSize } from '#domain/platform/lists';
import { messages } from '#domain/platform/messages';
import type { ListedPaymentRecord } from '../../data/records.js';
import { ErrorAlert } from '../common/Section.js';
import { SearchBox } from './FilterBar.js';
import { useTexts } from '../i18n/useTranslate.js';

/** Payments to choose from; a chosen one is marked. */
export const ChoiceRows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  li: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    padding: '8px 12px',
    margin: '8px 0',
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: 8,
    '&[data-chosen]': { borderColor: theme.palette.primary.main, background: theme.palette.action.hover },
  },
  'li > div': { flex: '1 1 8rem', minWidth: 0 },
  button: { flexShrink: 0 },
}));

interface PaymentSearchSectionProps {
  /** The row of a payment that was found: an `<li>` with its key. */
  children: (payment: ListedPaymentRecord) => ReactNode;
}

/** Finds payments by what the index of searches knows of them, within the form of a decision. */
export function PaymentSearchSection({ children }: PaymentSearchSectionProps) {
  const label = useTexts('resources.reconcile.match');
  const [text, setText] = useState('');
  const state = useGetList<ListedPaymentRecord>(
    'payments',
    {
      pagination: { page: 1, perPage: defaultPageSize },
      sort: { field: 'createdAt', order: 'DESC' },
      filter: { search: text },
    },
    { enabled: text !== '' },
  );
  return (
    <SearchSection
      label={label('search')}
      text={text}
      onSearch={setText}
      state={state}
      failure={messages.fetchPayments}
      texts={{ searching: label('searching'), notFound: label('notFound') }}
      isEmpty={state.data?.length === 0}
    >
      <ChoiceRows aria-label={label('found')}>{state.data?.map(children)}</ChoiceRows>
    </SearchSection>
  );
}

interface SearchSectionProps {
  label: string;
  text: string;
  onSearch: (text: string) => void;
  /** The search of the text, as its query returns it. */
  state: { data?: unknown; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Shown for a failure without a message of its own. */
  failure: string;
  texts: { searching: string; notFound: string };
  /** True where the search has ended and found nothing. */
  isEmpty: boolean;
  /** The results, shown where there are any. */
  children: ReactNode;
}

/** A search within the form of a decision: its field, how it stands, and what it found. */
export function SearchSection({
  label,
  text,
  onSearch,
  state,
  failure,
  texts,
  isEmpty,
  children,
}: SearchSectionProps) {
  const { data, error, isFetching, refetch } = state;
  return (
    <div>
      <div
        role="search"
        aria-label={label}
        // The search applies on Enter, which must not send the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        style={{ display: 'flex' }}
      >
        <SearchBox label={label} value={text} onSearch={onSearch} />
      </div>
      {text && Boolean(error) && !data && <ErrorAlert error={error} fallback={failure} refetch={refetch} />}
      {text && (
        <div role="status">{isFetching && !data ? texts.searching : isEmpty ? texts.notFound : null}</div>
      )}
      {text && Boolean(data) && !isEmpty && children}
    </div>
  );
}
