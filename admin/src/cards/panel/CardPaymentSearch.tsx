import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import type { ListedPayment } from '#domain/payments';
import type { dataProvider } from '../../data/dataProvider.js';
import { ChoiceRows } from '../../ui/lists/ChoiceRows.js';
import { SearchSection } from '../../ui/lists/SearchSection.js';
import { AssignRow } from './AssignRow.js';
import type { AssignablePayment } from './CardEventDecision.js';

interface CardPaymentSearchProps {
  isBusy: boolean;
  onAssign: (payment: AssignablePayment) => void;
}

const toAssignable = ({ _id, customerId: customer, ...payment }: ListedPayment): AssignablePayment => ({
  ...payment,
  paymentId: _id,
  customer,
});

/** Finds the payment of a held event by reference, name or email, where it is not proposed. */
export function CardPaymentSearch({ isBusy, onAssign }: CardPaymentSearchProps) {
  const translate = useTranslate();
  const { searchPayments } = useDataProvider<typeof dataProvider>();
  const [text, setText] = useState('');
  const state = useQuery({
    queryKey: ['payments', 'search', text],
    queryFn: ({ signal }) => searchPayments(text, signal),
    enabled: text !== '',
    gcTime: 0,
  });
  const label = (name: string) => translate(`admin.reconcile.match.${name}`);
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
      <ChoiceRows aria-label={label('found')}>
        {state.data?.map((payment) => (
          <AssignRow key={payment._id} payment={toAssignable(payment)} isBusy={isBusy} onAssign={onAssign} />
        ))}
      </ChoiceRows>
    </SearchSection>
  );
}
