import { useListContext, useTranslate } from 'react-admin';
import { pages } from '#domain/pages';
import { MailBanner } from '../mails/MailBanner.js';
import { PageHeader } from '../ui/page/PageHeader.js';

/** The title of the overdue list, with the number of payers who said that they sent. */
export function OverdueHeader() {
  const translate = useTranslate();
  const { saidSent = 0 } = (useListContext().meta ?? {}) as { saidSent?: number };
  return (
    <>
      <PageHeader
        title={translate('admin.overdue.title')}
        subtitle={[
          translate('admin.overdue.subtitle'),
          ...(saidSent ? [translate('admin.overdue.saidSent', { smart_count: saidSent })] : []),
        ].join(' · ')}
        crumbs={[
          { label: translate('admin.shell.entries.dashboard'), to: pages.admin },
          { label: translate('admin.shell.entries.payments'), to: pages.payments },
          { label: translate('admin.overdue.title') },
        ]}
      />
      <MailBanner />
    </>
  );
}
