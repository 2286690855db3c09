import { useTranslate } from 'react-admin';
import { pages } from '#domain/pages';
import { AddLink } from '../ui/page/AddLink.js';
import { useCan } from '../session/role.js';

export function AddCustomerButton() {
  const translate = useTranslate();
  if (!useCan('write', 'customers')) return null;
  return <AddLink to={pages.newCustomer} label={translate('resources.customers.add')} />;
}
