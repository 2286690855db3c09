import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useGetOne, useTranslate } from 'react-admin';
import { countries, countryNames } from '../../../domain/locations.js';
import { currencies, currencyNames } from '../../../domain/money.js';
import { paymentMethodNames, paymentMethods } from '../../../domain/payments.js';
import type { CustomerRecord } from '../dataProvider.js';
import { FilterSelect } from '../lists/FilterSelect.js';
import { SearchBox } from '../lists/SearchBox.js';
import { usePaymentFilters } from './usePaymentFilters.js';

/** Words, method, currency and country, and the customer that a page led here for. */
export function PaymentMoreFilters() {
  const translate = useTranslate();
  const { filters, set } = usePaymentFilters();
  const label = (name: string) => translate(`resources.payments.filters.${name}`);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, flexBasis: '100%' }}>
      <SearchBox label={label('words')} value={filters.search ?? ''} onSearch={(search) => set({ search })} />
      <FilterSelect
        label={label('method')}
        value={filters.paymentMethod ?? ''}
        options={[
          { value: '', label: label('allMethods') },
          ...paymentMethods.map((method) => ({ value: method, label: paymentMethodNames[method] })),
        ]}
        onChange={(paymentMethod) => set({ paymentMethod })}
      />
      <FilterSelect
        label={label('currency')}
        value={filters.currency ?? ''}
        options={[
          { value: '', label: label('allCurrencies') },
          ...currencies.map((currency) => ({ value: currency, label: currencyNames[currency] })),
        ]}
        onChange={(currency) => set({ currency })}
      />
      <FilterSelect
        label={label('country')}
        value={filters.country ?? ''}
        options={[
          { value: '', label: label('allCountries') },
          ...countries.map((country) => ({ value: country, label: countryNames[country] })),
        ]}
        onChange={(country) => set({ country })}
      />
      {filters.customerId && (
        <CustomerChip id={filters.customerId} onDelete={() => set({ customerId: undefined })} />
      )}
    </Box>
  );
}

function CustomerChip({ id, onDelete }: { id: string; onDelete: () => void }) {
  const translate = useTranslate();
  const { data } = useGetOne<CustomerRecord>('customers', { id }, { onError: () => {} });
  return (
    <Chip
      size="medium"
      label={translate('resources.payments.filters.customer', { name: data?.fullName ?? '…' })}
      onDelete={onDelete}
    />
  );
}
