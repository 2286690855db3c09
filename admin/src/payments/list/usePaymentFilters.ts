import { useListFilter } from '../../ui/lists/useListFilter.js';

/** The filters of the payments list, as in the address. */
export interface PaymentFilterValues {
  referenceNumber?: string;
  status?: string;
  /** Recorded within the last `days` days. */
  days?: string;
  /** Words of the customer, a phone number, a transaction id or an amount. */
  search?: string;
  paymentMethod?: string;
  currency?: string;
  country?: string;
  customerId?: string;
  /** 'yes' for payments whose customer has said that the transfer was sent. */
  saidSent?: string;
  /** 'true' for payments with an open dispute of their card payment. */
  disputed?: string;
  /** 'true' for paid card payments whose amount differs from the price. */
  priceDiffers?: string;
  /** 'true' for paid card payments that are the second one of a visit. */
  sameVisit?: string;
  /** One of `attentions`: the reason for which the money needs an admin. */
  attention?: string;
}

/** The filters behind "More Filters". */
export const furtherFilters = [
  ...(['paymentMethod', 'currency', 'country', 'customerId', 'saidSent'] as const),
  ...(['disputed', 'priceDiffers', 'sameVisit', 'attention'] as const),
];

/** Returns the filters of the list in context, and a function that changes some of them. */
export function usePaymentFilters() {
  const { filter: filters, setFilter: set } = useListFilter<PaymentFilterValues>();
  return { filters, set };
}
