import { useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import type { TransactionKind } from '#domain/outgoing';
import type { BankTransaction } from '#domain/reconciliation';
import { pageQuery } from '../../data/queryClient.js';
import { IncomingList } from './IncomingList.js';
import { asIncoming, type Incoming } from './offsetPlan.js';
import { SearchSection } from '../../ui/lists/SearchSection.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';

interface IncomingSearchProps {
  kind: TransactionKind;
  outgoing: BankTransaction;
  chosenId: string | undefined;
  onChoose: (incoming: Incoming | undefined) => void;
}

/** Finds incoming transactions by payer, text or amount. */
export function IncomingSearch({ kind, outgoing, chosenId, onChoose }: IncomingSearchProps) {
  const translate = useTranslate();
  const [search, setSearch] = useState('');
  const state = useGetList<TransactionRecord>(
    'bank-transactions',
    {
      filter: { search },
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'day', order: 'DESC' },
    },
    { ...pageQuery, enabled: search !== '', gcTime: 0 },
  );
  const label = (name: string) => translate(`resources.reconcile.outgoingKind.${name}`);
  const incoming = (state.data ?? []).filter(({ amount }) => amount > 0).map(asIncoming);
  return (
    <SearchSection
      label={label('search')}
      text={search}
      onSearch={setSearch}
      state={state}
      failure={messages.fetchTransactions}
      texts={{ searching: translate('resources.reconcile.match.searching'), notFound: label('notFound') }}
      isEmpty={incoming.length === 0 && state.data !== undefined}
    >
      <IncomingList
        title={label('found')}
        found={incoming.map((one) => ({ incoming: one, why: [] }))}
        kind={kind}
        outgoing={outgoing}
        chosenId={chosenId}
        onChoose={onChoose}
      />
    </SearchSection>
  );
}
