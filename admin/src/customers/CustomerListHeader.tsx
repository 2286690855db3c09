import { useTranslate } from 'react-admin';
import { PageHeader } from '../ui/page/PageHeader.js';
import { CustomerExportMenu } from './CustomerExportMenu.js';
import { AddCustomerButton } from './AddCustomerButton.js';

export function CustomerListHeader() {
  const translate = useTranslate();
  return (
    <PageHeader
      title={translate('resources.customers.title')}
      subtitle={translate('resources.customers.subtitle')}
    >
      <CustomerExportMenu />
      <AddCustomerButton />
    </PageHeader>
  );
}
