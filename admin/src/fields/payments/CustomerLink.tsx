import { useRecordContext, useTranslate } from 'react-admin';
import { TextLink } from '../../ui/common/TextLink.js';
import type { ListedPaymentRecord } from '../../data/dataProvider.js';
import { customerPath } from '../../ui/paths.js';

/** The payer, linked to the customer; "N/A" if that record was deleted. */
export function CustomerLink() {
  const translate = useTranslate();
  const customer = useRecordContext<ListedPaymentRecord>()?.customer;
  if (!customer) return translate('resources.payments.none');
  return <TextLink to={customerPath(customer._id)}>{customer.fullName}</TextLink>;
}
