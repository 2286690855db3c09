import { useEffect } from 'react';
import {
  AutocompleteInput,
  ChoicesContextProvider,
  type ChoicesContextValue,
  type Identifier,
  type RaRecord,
  ReferenceInput,
  useChoicesContext,
  useTranslate,
} from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { paymentCurrency } from '../../../domain/customers.js';
import { maximumPageSize } from '../../../domain/lists.js';
import { paymentRules } from '../../../domain/payments.js';
import type { CustomerRecord } from '../dataProvider.js';

/** The payer. The first hundred customers are offered; typing searches all of them. */
export function PaymentCustomerInput() {
  return (
    <div data-wide>
      <ReferenceInput
        source="customerId"
        reference="customers"
        perPage={maximumPageSize}
        sort={{ field: 'fullName', order: 'ASC' }}
      >
        <CustomerPicker />
      </ReferenceInput>
    </div>
  );
}

/**
 * Picking a customer sets the currency of their country. A failure to load customers is logged and marks no
 * field; the open list says so, and opening it tries again.
 */
function CustomerPicker() {
  const translate = useTranslate();
  const label = (name: string) => translate(`resources.payments.form.${name}`);
  const { setValue, clearErrors } = useFormContext();
  const choices = useChoicesContext<CustomerRecord>();
  const { error, isFetching } = choices;

  useEffect(() => {
    if (error) console.error('Customers could not be loaded:', error);
  }, [error]);

  return (
    <ChoicesContextProvider value={{ ...choices, error: null } as ChoicesContextValue}>
      <AutocompleteInput
        label="resources.payments.fields.customerId"
        optionText={(customer: CustomerRecord) => `${customer.fullName} (${customer.email})`}
        openOnFocus={false}
        onOpen={() => {
          if (error) void choices.refetch();
        }}
        filterToQuery={(search: string) => ({ search })}
        // The server has searched already, also in fields that the option's text does not contain.
        matchSuggestion={() => true}
        noOptionsText={label(isFetching ? 'loadingCustomers' : error ? 'customersFailed' : 'noCustomers')}
        helperText="resources.payments.form.customerHint"
        validate={paymentRules.customerId}
        isRequired
        onChange={(_id: Identifier | null, customer: '' | RaRecord) => {
          if (!customer) return;
          setValue('currency', paymentCurrency(customer.country as string), { shouldDirty: true });
          clearErrors('currency');
        }}
      />
    </ChoicesContextProvider>
  );
}
