import { AutocompleteInput, type Identifier, type RaRecord, ReferenceInput, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { paymentCurrency } from '../../../domain/customers.js';
import { maximumPageSize } from '../../../domain/lists.js';
import { paymentRules } from '../../../domain/payments.js';
import type { CustomerRecord } from '../dataProvider.js';

/**
 * Who pays. The first hundred customers are offered; whoever is not among them is found by typing, which searches on
 * the server. Picking one sets the currency of their country.
 */
export function PaymentCustomerInput() {
  const translate = useTranslate();
  const { setValue, clearErrors } = useFormContext();
  return (
    <div data-wide>
      <ReferenceInput
        source="customerId"
        reference="customers"
        perPage={maximumPageSize}
        sort={{ field: 'fullName', order: 'ASC' }}
      >
        <AutocompleteInput
          label="resources.payments.fields.customerId"
          optionText={(customer: CustomerRecord) => `${customer.fullName} (${customer.email})`}
          openOnFocus={false}
          filterToQuery={(search: string) => ({ search })}
          // The server has searched already, in fields that the text shown does not hold.
          matchSuggestion={() => true}
          noOptionsText={translate('resources.payments.form.noCustomers')}
          helperText="resources.payments.form.customerHint"
          validate={paymentRules.customerId}
          isRequired
          onChange={(_id: Identifier | null, customer: '' | RaRecord) => {
            if (!customer) return;
            setValue('currency', paymentCurrency(customer.country as string), { shouldDirty: true });
            clearErrors('currency');
          }}
        />
      </ReferenceInput>
    </div>
  );
}
