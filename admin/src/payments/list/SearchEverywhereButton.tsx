import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { usePaymentFilters } from './usePaymentFilters.js';

/** Searches customers, phones, transactions and amounts for what no reference contains. */
export function SearchEverywhereButton() {
  const translate = useTranslate();
  const { filters, set } = usePaymentFilters();
  const text = filters.referenceNumber;
  if (!text) return null;
  return (
    <Button variant="contained" onClick={() => set({ referenceNumber: '', search: text })}>
      {translate('resources.payments.searchEverywhere', { text })}
    </Button>
  );
}
