import { useTranslate } from 'react-admin';
import { ListEmpty } from '../ui/lists/ListEmpty.js';
import { AddCustomerButton } from './AddCustomerButton.js';

export function CustomerListEmpty() {
  const translate = useTranslate();
  return (
    <ListEmpty
      title={translate('resources.customers.empty')}
      hint={translate('resources.customers.emptyHint')}
      action={<AddCustomerButton />}
    />
  );
}
