import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { formatNamedMoney } from '#domain/money';
import { StatusChip } from '../../ui/common/StatusChip.js';
import { TextLink } from '../../ui/common/TextLink.js';
import type { dataProvider } from '../../data/dataProvider.js';
import { paymentPath } from '../../ui/paths.js';
import { ChoiceRows } from '../../ui/lists/ChoiceRows.js';
import { SearchSection } from '../../ui/lists/SearchSection.js';
import { foundPayment, type MatchablePayment, takesMoney } from './matchDraft.js';

interface PaymentSearchProps {
  chosen: string[];
  onChoose: (payment: MatchablePayment) => void;
  isRefund: boolean;
}

/** Finds payments by reference, name or email: those that are not proposed, and further parts of a split. */
export function PaymentSearch({ chosen, onChoose, isRefund }: PaymentSearchProps) {
  const translate = useTranslate();
  const { searchPayments } = useDataProvider<typeof dataProvider>();
  const [text, setText] = useState('');
  const state = useQuery({
    queryKey: ['payments', 'search', text],
    queryFn: ({ signal }) => searchPayments(text, signal),
    enabled: text !== '',
    gcTime: 0,
  });
  const label = (name: string, options?: object) => translate(`admin.reconcile.match.${name}`, options);
  const takes = (payment: MatchablePayment) => takesMoney(payment, isRefund);

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
        {state.data?.map(foundPayment).map((payment) => {
          const { id, referenceNumber, customer, status, amount, currency } = payment;
          const isChosen = chosen.includes(id);
          return (
            <li key={id} data-chosen={isChosen || undefined}>
              <div>
                <strong>{customer || translate('resources.payments.none')}</strong>{' '}
                <StatusChip status={status} />
                <div>
                  <TextLink to={paymentPath(id)}>{referenceNumber}</TextLink> ·{' '}
                  {formatNamedMoney(amount, currency)}
                </div>
                {!takes(payment) && <div>{label(isRefund ? 'nothingReceived' : 'nothingOpen')}</div>}
              </div>
              <Button
                size="small"
                variant="outlined"
                disabled={isChosen || !takes(payment)}
                aria-label={label('chooseOf', { reference: referenceNumber })}
                onClick={() => onChoose(payment)}
              >
                {label(isChosen ? 'chosen' : 'choose')}
              </Button>
            </li>
          );
        })}
      </ChoiceRows>
    </SearchSection>
  );
}
