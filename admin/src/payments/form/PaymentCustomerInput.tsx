import PersonAddIcon from '@mui/icons-material/PersonAddOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { type Identifier, type RaRecord, useGetList } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { paymentCurrency } from '#domain/customers/customers';
import { properName } from '#domain/customers/person-fields';
import { paymentRules } from '#domain/payments/payments';
import type { CustomerRecord } from '../../data/records.js';
import { CustomerCreateDialog } from '../../customers/CustomerForm.js';
import { CustomerPicker } from '../../customers/CustomerPicker.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

/** Number of customers with the payer's name that are offered. */
const maximumOffered = 3;

interface PayerOfferProps {
  payer: string;
  onTake: (customer: CustomerRecord) => void;
  onAdd: () => void;
}

/** The customers with the payer's name, and the way to add the payer as one. */
function PayerOffer({ payer, onTake, onAdd }: PayerOfferProps) {
  const label = useTexts('resources.payments.form.payer');
  const { data: found = [], isPending } = useGetList<CustomerRecord>('customers', {
    pagination: { page: 1, perPage: maximumOffered },
    sort: { field: 'createdAt', order: 'DESC' },
    filter: { name: payer },
  });
  return (
    <Box data-wide sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <span>{label('from', { payer })}</span>
      {found.map((customer) => (
        <Button key={customer.id} variant="outlined" onClick={() => onTake(customer)}>
          {label('take', { name: customer.fullName, email: customer.email })}
        </Button>
      ))}
      <Button variant="outlined" startIcon={<PersonAddIcon />} disabled={isPending} onClick={onAdd}>
        {label('add', { name: properName(payer) })}
      </Button>
    </Box>
  );
}

interface PaymentCustomerInputProps {
  /** The name of the payer, as a bank transaction has it; '' without one. */
  payer: string;
  /** The bank's text of a transaction without a payer; '' without one. */
  text: string;
  /** True where the currency is that of money that came. */
  keepsCurrency: boolean;
}

/** The payer, who can be added without leaving the form. Picking a customer sets the currency of their country. */
export function PaymentCustomerInput({ payer, text, keepsCurrency }: PaymentCustomerInputProps) {
  const translate = useTranslate();
  const { setValue, clearErrors } = useFormContext();
  const customerId: unknown = useWatch({ name: 'customerId' });
  const [adding, setAdding] = useState<{ fullName?: string }>();
  const take = ({ country }: Partial<RaRecord>) => {
    if (keepsCurrency) return;
    setValue('currency', paymentCurrency(country as string), { shouldDirty: true });
    clearErrors('currency');
  };
  const choose = (customer: RaRecord) => {
    setValue('customerId', customer.id, { shouldDirty: true });
    clearErrors('customerId');
    take(customer);
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
        onClick={() => setAdding({})}
        sx={{ minHeight: { xs: 44, sm: 40 } }}
      >
        {translate('resources.customers.action.create')}
      </Button>
      {text && !customerId && (
        <Box sx={{ flex: '1 1 100%', overflowWrap: 'anywhere' }}>
          {translate('resources.payments.form.payer.text', { text })}
        </Box>
      )}
      {payer && !customerId && (
        <PayerOffer payer={payer} onTake={choose} onAdd={() => setAdding({ fullName: properName(payer) })} />
      )}
      {adding && <CustomerCreateDialog {...adding} onCreated={choose} onClose={() => setAdding(undefined)} />}
    </Box>
  );
}
