import { useEffect } from 'react';
import { SelectInput, useRecordContext, useReference } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { paymentMethodNames, paymentMethodsFor, paymentRules } from '#domain/payments';
import type { CustomerRecord, PaymentRecord } from '../../data/dataProvider.js';

/**
 * The payment method: those of the chosen customer's country, and the record's own. A method that another customer
 * cannot use is cleared.
 */
export function PaymentMethodInput() {
  const recorded = useRecordContext<PaymentRecord>()?.paymentMethod;
  const { setValue } = useFormContext();
  const customerId = useWatch<{ customerId?: string }, 'customerId'>({ name: 'customerId' });
  const chosen = useWatch<{ paymentMethod?: string }, 'paymentMethod'>({ name: 'paymentMethod' });
  const { referenceRecord: customer } = useReference<CustomerRecord>({
    reference: 'customers',
    id: customerId ?? '',
    options: { enabled: Boolean(customerId) },
  });
  const country = customerId ? customer?.country : undefined;
  const methods = [...new Set([...paymentMethodsFor(country), ...(recorded ? [recorded] : [])])];
  const isOffered = !chosen || methods.some((method) => method === chosen);

  useEffect(() => {
    if (!isOffered) setValue('paymentMethod', '', { shouldDirty: true });
  }, [isOffered, setValue]);

  return (
    <SelectInput
      source="paymentMethod"
      choices={methods.map((id) => ({ id, name: paymentMethodNames[id] }))}
      translateChoice={false}
      validate={paymentRules.paymentMethod}
      isRequired
    />
  );
}
