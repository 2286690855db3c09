import { type ReactNode, useEffect } from 'react';
import {
  AutocompleteInput,
  type AutocompleteInputProps,
  ChoicesContextProvider,
  type ChoicesContextValue,
  ReferenceInput,
  useChoicesContext,
} from 'react-admin';
import { maximumPageSize } from '#domain/platform/lists';
import type { CustomerRecord } from '../data/records.js';
import { useTexts } from '../ui/i18n/useTranslate.js';

export type CustomerPickerProps = Pick<
  AutocompleteInputProps,
  'size' | 'validate' | 'isRequired' | 'onChange' | 'TextFieldProps' | 'inputText'
> & { helperText?: ReactNode };

// One function for all renderings: with another one, the input replaces the typed text by the chosen option's.
const nameAndEmail = ({ fullName, email }: CustomerRecord) => `${fullName} (${email})`;
const bySearch = (search: string) => ({ search });
// The server has searched already, also in fields that the option's text does not contain.
const isFound = () => true;

/** A failure to load customers is logged and marks no field; the open list says so, and opening it tries again. */
function CustomerOptions(props: CustomerPickerProps) {
  const label = useTexts('resources.customers.picker');
  const choices = useChoicesContext<CustomerRecord>();
  const { error, isFetching } = choices;

  useEffect(() => {
    if (error) console.error('Customers could not be loaded:', error);
  }, [error]);

  return (
    <ChoicesContextProvider value={{ ...choices, error: null } as ChoicesContextValue}>
      <AutocompleteInput
        label="resources.payments.fields.customerId"
        optionText={nameAndEmail}
        openOnFocus={false}
        onOpen={() => {
          if (error) void choices.refetch();
        }}
        filterToQuery={bySearch}
        matchSuggestion={isFound}
        noOptionsText={label(isFetching ? 'loading' : error ? 'failed' : 'none')}
        {...props}
      />
    </ChoicesContextProvider>
  );
}

/** A form's field `customerId`: the first hundred customers, and by typing any word of a name or email all of them. */
export function CustomerPicker(props: CustomerPickerProps) {
  return (
    <ReferenceInput
      source="customerId"
      reference="customers"
      perPage={maximumPageSize}
      sort={{ field: 'fullName', order: 'ASC' }}
    >
      <CustomerOptions {...props} />
    </ReferenceInput>
  );
}
