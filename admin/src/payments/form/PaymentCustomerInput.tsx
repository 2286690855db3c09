import PersonAddIcon from '@mui/icons-material/PersonAddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { type Identifier, type RaRecord, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { paymentCurrency } from '#domain/customers';
import { paymentRules } from '#domain/payments';
import { CustomerCreateDialog } from '../../customers/CustomerForm.js';
import { CustomerPicker } from '../../customers/CustomerPicker.js';

/** The payer, who can be added without leaving the form. Picking a customer sets the currency of their country. */
export function PaymentCustomerInput() {
  const translate = useTranslate();
  const { setValue, clearErrors } = useFormContext();
  const [isAdding, setIsAdding] = useState(false);
  const take = ({ country }: Partial<RaRecord>) => {
    setValue('currency', paymentCurrency(country as string), { shouldDirty: true });
    clearErrors('currency');
  };

  return (
    <Box
      data-wide
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 2, rowGap: 1 }}
    >
      <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
        <CustomerPicker
          helperText="resources.payments.form.customerHint"
          validate={paymentRules.customerId}
          isRequired
          onChange={(_id: Identifier | null, customer: '' | RaRecord) => {
            if (customer) take(customer);
          }}
        />
      </Box>
      <Button
        variant="outlined"
        startIcon={<PersonAddIcon />}
        onClick={() => setIsAdding(true)}
        sx={{ minHeight: 56 }}
      >
        {translate('resources.customers.add')}
      </Button>
      {isAdding && (
        <CustomerCreateDialog
          onCreated={(customer) => {
            setValue('customerId', customer.id, { shouldDirty: true });
            clearErrors('customerId');
            take(customer);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Box>
  );
}
