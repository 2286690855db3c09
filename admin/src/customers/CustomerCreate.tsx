import { CreateBase, useTranslate } from 'react-admin';
import { messages } from '../../../domain/messages.js';
import { pages } from '../../../domain/pages.js';
import { useSavedNotice } from '../forms/useSavedNotice.js';
import { PageHeader } from '../layout/PageHeader.js';
import { CustomerForm } from './CustomerForm.js';

/** A new customer. */
export function CustomerCreate() {
  const translate = useTranslate();
  const onSuccess = useSavedNotice('resources.customers.saved.created', () => pages.customers);
  const title = translate('resources.customers.form.new');
  return (
    <CreateBase mutationOptions={{ onSuccess }}>
      <PageHeader
        title={title}
        crumbs={[
          { label: translate('admin.shell.entries.dashboard'), to: pages.admin },
          { label: translate('admin.shell.entries.customers'), to: pages.customers },
          { label: title },
        ]}
      />
      <CustomerForm failure={messages.createCustomer} cancel={pages.customers} />
    </CreateBase>
  );
}
