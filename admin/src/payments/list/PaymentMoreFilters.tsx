import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { countries, countryNames } from '#domain/locations';
import { currencies, currencyNames } from '#domain/money';
import { paymentMethodNames, paymentMethods } from '#domain/payments';
import { attentions } from '#domain/ways';
import { useHasCards } from '../../data/useHasCards.js';
import { FilterSelect } from '../../ui/lists/FilterSelect.js';
import { PaymentCustomerFilter } from './PaymentCustomerFilter.js';
import { usePaymentFilters } from './usePaymentFilters.js';

const cardFilters = ['disputed', 'priceDiffers', 'sameVisit'] as const;

/** Customer, method, currency, country, the customer's word that the transfer was sent, and what needs an admin. */
export function PaymentMoreFilters() {
  const translate = useTranslate();
  const hasCards = useHasCards();
  const { filters, set } = usePaymentFilters();
  const label = (name: string) => translate(`resources.payments.filters.${name}`);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, flexBasis: '100%' }}>
      <PaymentCustomerFilter />
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
      <FilterSelect
        label={label('saidSent')}
        value={filters.saidSent ?? ''}
        options={[
          { value: '', label: label('saidOrNot') },
          { value: 'yes', label: label('said') },
        ]}
        onChange={(saidSent) => set({ saidSent })}
      />
      <FilterSelect
        label={label('attention')}
        value={filters.attention ?? ''}
        options={[
          { value: '', label: translate('resources.payments.attention.any') },
          ...attentions
            .filter((name) => hasCards || name !== 'differsFromCard')
            .map((name) => ({ value: name, label: translate(`resources.payments.attention.names.${name}`) })),
        ]}
        onChange={(attention) => set({ attention })}
      />
      {hasCards && (
        <FilterSelect
          label={label('card')}
          value={cardFilters.find((name) => filters[name] === 'true') ?? ''}
          options={[
            { value: '', label: label('cardAny') },
            ...cardFilters.map((name) => ({ value: name, label: label(name) })),
          ]}
          onChange={(chosen) =>
            set({ disputed: '', priceDiffers: '', sameVisit: '', ...(chosen && { [chosen]: 'true' }) })
          }
        />
      )}
    </Box>
  );
}
