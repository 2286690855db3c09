import { ReferenceInput } from 'react-admin';
import { maximumPageSize } from '#domain/lists';
import { CustomerOptions, type CustomerPickerProps } from './CustomerOptions.js';

/**
 * A form's field `customerId`, by any word of a customer's name or email. The first hundred customers are offered;
 * typing searches all of them.
 */
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
