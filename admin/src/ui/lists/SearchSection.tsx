import type { ReactNode } from 'react';
import { ErrorAlert } from '../common/ErrorAlert.js';
import { SearchBox } from './SearchBox.js';

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
      {text && Boolean(error) && !data && (
        <ErrorAlert error={error} fallback={failure} onRetry={() => void refetch()} />
      )}
      {text && (
        <div role="status">{isFetching && !data ? texts.searching : isEmpty ? texts.notFound : null}</div>
      )}
      {text && Boolean(data) && !isEmpty && children}
    </div>
  );
}
