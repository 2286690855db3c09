import { useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import type { OffsetKind } from '#domain/outgoing';
import type { BankTransaction } from '#domain/reconciliation';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { SearchBox } from '../../ui/lists/SearchBox.js';
import { pageQuery } from '../../data/queryClient.js';
import { IncomingList } from './IncomingList.js';
import { asIncoming, type Incoming } from './offsetDraft.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';

interface IncomingSearchProps {
  kind: OffsetKind;
  outgoing: BankTransaction;
  chosenId: string | undefined;
  onChoose: (incoming: Incoming | undefined) => void;
}

/** Finds incoming transactions by payer, text or amount. */
export function IncomingSearch({ kind, outgoing, chosenId, onChoose }: IncomingSearchProps) {
  const translate = useTranslate();
  const [search, setSearch] = useState('');
  const { data, error, isFetching, refetch } = useGetList<TransactionRecord>(
    'bank-transactions',
    {
      filter: { search },
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'day', order: 'DESC' },
    },
    { ...pageQuery, enabled: search !== '', gcTime: 0 },
  );
  const label = (name: string) => translate(`admin.reconcile.outgoingKind.${name}`);
  const incoming = data?.filter(({ amount }) => amount > 0).map(asIncoming);
  return (
    <div>
      <div
        role="search"
        aria-label={label('search')}
        // The search applies on Enter, which must not send the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        style={{ display: 'flex' }}
      >
        <SearchBox label={label('search')} value={search} onSearch={setSearch} />
      </div>
      {search && error && !data && (
        <ErrorAlert error={error} fallback={messages.fetchTransactions} onRetry={() => void refetch()} />
      )}
      {search && (
        <div role="status">
          {isFetching && !data
            ? translate('admin.reconcile.match.searching')
            : incoming?.length === 0
              ? label('notFound')
              : null}
        </div>
      )}
      {search && incoming && incoming.length > 0 && (
        <IncomingList
          title={label('found')}
          found={incoming.map((one) => ({ incoming: one, why: [] }))}
          kind={kind}
          outgoing={outgoing}
          chosenId={chosenId}
          onChoose={onChoose}
        />
      )}
    </div>
  );
}
