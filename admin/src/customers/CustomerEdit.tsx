import { EditBase, useEditContext, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { pages } from '#domain/pages';
import type { CustomerRecord } from '../data/dataProvider.js';
import { useSavedNotice } from '../ui/forms/useSavedNotice.js';
import { PageHeader } from '../ui/page/PageHeader.js';
import { RecordPage } from '../ui/page/RecordPage.js';
import { customerPath } from '../ui/paths.js';
import { formQuery } from '../data/queryClient.js';
import { CustomerForm } from './CustomerForm.js';

/** Changes a customer. */
export function CustomerEdit() {
  const onSuccess = useSavedNotice('resources.customers.saved.updated', ({ id }) => customerPath(id));
  return (
    <EditBase mutationMode="pessimistic" mutationOptions={{ onSuccess }} queryOptions={formQuery}>
      <CustomerEditPage />
    </EditBase>
  );
}

function CustomerEditPage() {
  const translate = useTranslate();
  const edit = useEditContext<CustomerRecord>();
  const { id = '', fullName: name = '' } = edit.record ?? {};
  const title = translate('resources.customers.form.edit', { name });

  return (
    <RecordPage
      state={edit}
      failure={messages.fetchCustomer}
      back={{ label: translate('resources.customers.actions.back'), to: pages.customers }}
    >
      <PageHeader
        title={title}
        crumbs={[
          { label: translate('admin.shell.entries.dashboard'), to: pages.admin },
          { label: translate('admin.shell.entries.customers'), to: pages.customers },
          { label: title },
        ]}
      />
      <CustomerForm failure={messages.updateCustomer} cancel={customerPath(id)} />
    </RecordPage>
  );
}
