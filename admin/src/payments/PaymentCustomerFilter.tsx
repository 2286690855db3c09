import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { useGetList, useGetOne, useTranslate } from 'react-admin';
import type { CustomerRecord } from '../dataProvider.js';
import { usePaymentFilters } from './usePaymentFilters.js';

const offered = 10;
const typingMs = 300;

/** Narrows the list to the payments of one customer, found by any word of their name or email. */
export function PaymentCustomerFilter() {
  const translate = useTranslate();
  const { filters, set } = usePaymentFilters();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const id = filters.customerId;
  const { data: chosen } = useGetOne<CustomerRecord>(
    'customers',
    { id },
    { enabled: Boolean(id), onError: () => {} },
  );
  const {
    data: found = [],
    isFetching,
    error,
  } = useGetList<CustomerRecord>(
    'customers',
    {
      pagination: { page: 1, perPage: offered },
      sort: { field: 'fullName', order: 'ASC' },
      filter: search ? { search } : {},
    },
    { enabled: isOpen },
  );
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const label = (name: string) => translate(`resources.payments.${name}`);
  const value = id ? (chosen ?? { id, fullName: '…', email: '' }) : null;

  return (
    <Autocomplete<Pick<CustomerRecord, 'id' | 'fullName' | 'email'>>
      size="small"
      open={isOpen}
      onOpen={() => setIsOpen(true)}
      onClose={() => setIsOpen(false)}
      options={found}
      // The server has searched already.
      filterOptions={(options) => options}
      getOptionLabel={({ fullName }) => fullName}
      getOptionKey={(customer) => customer.id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      renderOption={({ key, ...props }, { fullName, email }) => (
        <li key={key} {...props}>
          {fullName} ({email})
        </li>
      )}
      loading={isFetching}
      loadingText={label('form.loadingCustomers')}
      noOptionsText={label(error ? 'form.customersFailed' : 'form.noCustomers')}
      value={value}
      onChange={(_event, customer) => set({ customerId: customer?.id })}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label('fields.customerId')}
          placeholder={label('filters.anyCustomer')}
          slotProps={{ inputLabel: { ...params.InputLabelProps, shrink: true } }}
        />
      )}
      sx={{ flex: { xs: '1 1 100%', md: '0 0 240px' } }}
    />
  );
}
