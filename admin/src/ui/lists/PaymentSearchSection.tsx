import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import type { ListedPayment } from '#domain/payments';
import type { dataProvider } from '../../data/dataProvider.js';
import { ChoiceRows } from './ChoiceRows.js';
import { SearchSection } from './SearchSection.js';

interface PaymentSearchSectionProps {
  /** The row of a payment that was found: an `<li>` with its key. */
  children: (payment: ListedPayment) => ReactNode;
}

/** Finds payments by reference, name or email, within the form of a decision. */
export function PaymentSearchSection({ children }: PaymentSearchSectionProps) {
  const translate = useTranslate();
  const { searchPayments } = useDataProvider<typeof dataProvider>();
  const [text, setText] = useState('');
  const state = useQuery({
    queryKey: ['payments', 'search', text],
    queryFn: ({ signal }) => searchPayments(text, signal),
    enabled: text !== '',
    gcTime: 0,
  });
  const label = (name: string) => translate(`resources.reconcile.match.${name}`);
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
