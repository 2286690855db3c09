import { useState } from 'react';
import { CreateBase, useTranslate } from 'react-admin';
import { newKey } from '../../../browser/newKey.js';
import { messages } from '#domain/messages';
import { pages } from '#domain/pages';
import { useSavedNotice } from '../ui/forms/useSavedNotice.js';
import { PageHeader } from '../ui/page/PageHeader.js';
import { CustomerForm } from './CustomerForm.js';

/** Adds a new customer: one, even where a response is lost and the form is sent again. */
export function CustomerCreate() {
  const translate = useTranslate();
  const [idempotencyKey] = useState(newKey);
  const onSuccess = useSavedNotice('resources.customers.saved.created', () => pages.customers);
  const title = translate('resources.customers.form.new');
  return (
    <CreateBase mutationOptions={{ onSuccess, meta: { idempotencyKey } }}>
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
