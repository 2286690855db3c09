import { type ReactNode, useEffect } from 'react';
import {
  AutocompleteInput,
  type AutocompleteInputProps,
  ChoicesContextProvider,
  type ChoicesContextValue,
  useChoicesContext,
  useTranslate,
} from 'react-admin';
import type { CustomerRecord } from '../data/dataProvider.js';

export type CustomerPickerProps = Pick<
  AutocompleteInputProps,
  'size' | 'validate' | 'isRequired' | 'onChange' | 'TextFieldProps' | 'inputText'
> & { helperText: ReactNode };

// One function for all renderings: with another one, the input replaces the typed text by the chosen option's.
const nameAndEmail = ({ fullName, email }: CustomerRecord) => `${fullName} (${email})`;
const bySearch = (search: string) => ({ search });
// The server has searched already, also in fields that the option's text does not contain.
const isFound = () => true;

/** A failure to load customers is logged and marks no field; the open list says so, and opening it tries again. */
export function CustomerOptions(props: CustomerPickerProps) {
  const translate = useTranslate();
  const label = (name: string) => translate(`resources.customers.picker.${name}`);
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
