import { type CustomerSearchField, customerSearchFields } from '#domain/customers';

/** The search of the customers list: one text in one field. */
export interface CustomerSearchValues {
  field: CustomerSearchField;
  text: string;
}

/** Reads the search from the list's filter; there is at most one. */
export function searchOf(filter: object): CustomerSearchValues {
  const values = filter as Partial<Record<CustomerSearchField, string>>;
  const field = customerSearchFields.find((name) => values[name]) ?? customerSearchFields[0];
  return { field, text: values[field] ?? '' };
}
