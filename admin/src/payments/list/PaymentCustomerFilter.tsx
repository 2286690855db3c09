import Box from '@mui/material/Box';
import { FilterLiveForm, useTranslate } from 'react-admin';
import type { CustomerRecord } from '../../data/dataProvider.js';
import { CustomerPicker } from '../../customers/CustomerPicker.js';

// One function for all renderings, as the picker's own.
const nameOf = ({ fullName }: CustomerRecord) => fullName;

/** Narrows the list to the payments of one customer. */
export function PaymentCustomerFilter() {
  const translate = useTranslate();
  return (
    <Box sx={{ flex: { xs: '1 1 100%', md: '0 0 280px' } }}>
      <FilterLiveForm debounce={0}>
        <CustomerPicker
          size="small"
          helperText={false}
          inputText={nameOf}
          TextFieldProps={{
            placeholder: translate('resources.payments.filters.anyCustomer'),
            slotProps: { inputLabel: { shrink: true } },
          }}
        />
      </FilterLiveForm>
    </Box>
  );
}
