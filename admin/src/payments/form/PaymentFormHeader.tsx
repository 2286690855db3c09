import { useTranslate } from 'react-admin';
import { pages } from '#domain/pages';
import { PageHeader } from '../../ui/page/PageHeader.js';

/** The top of the payment form; `title` is the key of its title. */
export function PaymentFormHeader({ title }: { title: string }) {
  const translate = useTranslate();
  return (
    <PageHeader
      title={translate(title)}
      crumbs={[
        { label: translate('admin.shell.entries.dashboard'), to: pages.admin },
        { label: translate('admin.shell.entries.payments'), to: pages.payments },
        { label: translate(title) },
      ]}
    />
  );
}
