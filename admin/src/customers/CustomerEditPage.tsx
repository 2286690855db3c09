import { useEditContext, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { pages } from '#domain/pages';
import type { CustomerRecord } from '../data/dataProvider.js';
import { PageHeader } from '../ui/page/PageHeader.js';
import { RecordPage } from '../ui/page/RecordPage.js';
import { customerPath } from '../ui/paths.js';
import { CustomerForm } from './CustomerForm.js';

export function CustomerEditPage() {
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
