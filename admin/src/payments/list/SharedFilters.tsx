import { Autocomplete, TextField } from '@mui/material';
import { useState } from 'react';
import { FilterLiveForm } from 'react-admin';
import { agePattern, maximumAge, paymentAges } from '#domain/platform/lists';
import { languageNames, languages } from '#domain/platform/languages';
import { countries } from '#domain/places/countries';
import { countryNames } from '#domain/places/locations';
import { currencies } from '#domain/platform/money';
import { formatCount } from '#domain/platform/numbers';
import { paymentMethods } from '#domain/places/payment-methods';
import { paymentMethodNames } from '#domain/payments/payments';
import type { CustomerRecord } from '../../data/records.js';
import { CustomerPicker } from '../../customers/CustomerPicker.js';
import { ProvinceFilter } from '../../customers/ProvinceFilter.js';
import { SelectFilter } from '../../ui/lists/FilterBar.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

/** The filters that every list of payments has; `age`: pending, and made more than so many days ago. */
type SharedFilter = 'customerId' | 'paymentMethod' | 'currency' | 'country' | 'language' | 'province' | 'age';
export type SharedFilterValues = Partial<Record<SharedFilter, string>>;

// One function for all renderings, as the picker's own.
const nameOf = ({ fullName }: CustomerRecord) => fullName;

/** Narrows the list to the payments of one customer. */
function CustomerFilter() {
  const translate = useTranslate();
  return (
    <div>
      <FilterLiveForm debounce={0}>
        <CustomerPicker
          size="small"
          inputText={nameOf}
          TextFieldProps={{
            placeholder: translate('resources.payments.filters.anyCustomer'),
            slotProps: { inputLabel: { shrink: true } },
          }}
        />
      </FilterLiveForm>
    </div>
  );
}

const age = new RegExp(agePattern);
const ages = paymentAges.map(String);
const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Narrows the list to payments that are pending for more than an offered or typed number of days. */
function AgeFilter({ value, onChange }: { value: string; onChange: (age: string) => void }) {
  const label = useTexts('resources.payments.filters');
  const [isWrong, setIsWrong] = useState(false);
  // Text that is no number of days stays as it was typed.
  const shown = (days: string) =>
    age.test(days) ? label('ageDays', { smart_count: Number(days), days: formatCount(Number(days)) }) : days;
  const valid = age.test(value) ? value : '';
  const [text, setText] = useState(shown(valid));
  const [before, setBefore] = useState(value);
  // The address holds the age: Back and a cleared filter reset the field.
  if (before !== value) {
    setBefore(value);
    setText(shown(valid));
    setIsWrong(false);
  }
  const apply = (typed: string | null) => {
    const days = digitsOf(typed ?? '');
    const isNumber = !typed || age.test(days);
    setIsWrong(!isNumber);
    if (isNumber && days !== value) onChange(days);
  };
  return (
    <Autocomplete
      freeSolo
      forcePopupIcon
      clearOnBlur={false}
      autoSelect
      size="small"
      options={ages}
      // All of them are offered, whichever is set.
      filterOptions={(options) => options}
      getOptionLabel={shown}
      value={valid || null}
      onChange={(_event, typed) => apply(typed)}
      inputValue={text}
      onInputChange={(_event, typed) => setText(typed)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label('age')}
          placeholder={label('anyAge')}
          error={isWrong}
          helperText={isWrong ? label('ageRange', { maximum: formatCount(maximumAge) }) : undefined}
          slotProps={{
            inputLabel: { ...params.InputLabelProps, shrink: true },
            htmlInput: { ...params.inputProps, inputMode: 'numeric' },
          }}
        />
      )}
    />
  );
}

interface SharedFiltersProps {
  filters: SharedFilterValues;
  set: (change: SharedFilterValues) => void;
}

/** Customer, method, currency, country, language, province and age. */
export function SharedFilters({ filters, set }: SharedFiltersProps) {
  const label = useTexts('resources.payments.filters');
  return (
    <>
      <CustomerFilter />
      <SelectFilter
        source="paymentMethod"
        label="resources.payments.fields.paymentMethod"
        emptyText={label('allMethods')}
        choices={paymentMethods.map((id) => ({ id, name: paymentMethodNames[id] }))}
      />
      <SelectFilter
        source="currency"
        label="resources.payments.fields.currency"
        emptyText={label('allCurrencies')}
        choices={currencies.map((id) => ({ id, name: id }))}
      />
      <SelectFilter
        source="country"
        label="resources.customers.fields.country"
        emptyText={label('allCountries')}
        choices={countries.map((id) => ({ id, name: countryNames[id] }))}
      />
      <SelectFilter
        source="language"
        label="resources.payments.fields.language"
        emptyText={label('allLanguages')}
        choices={languages.map((id) => ({ id, name: languageNames[id] }))}
      />
      <ProvinceFilter value={filters.province ?? ''} onChange={(province) => set({ province })} />
      <AgeFilter value={filters.age ?? ''} onChange={(days) => set({ age: days })} />
    </>
  );
}
