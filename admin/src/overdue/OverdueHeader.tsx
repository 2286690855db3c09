import { useListContext, useTranslate } from 'react-admin';
import { MailBanner } from '../mails/MailBanner.js';
import { PageHeader } from '../ui/page/PageHeader.js';

/** The title of the overdue list, with the number of payers who said that they sent. */
export function OverdueHeader() {
  const translate = useTranslate();
  const { saidSent = 0 } = (useListContext().meta ?? {}) as { saidSent?: number };
  return (
    <>
      <PageHeader
        title={translate('resources.overdue.title')}
        subtitle={[
          translate('resources.overdue.subtitle'),
          ...(saidSent ? [translate('resources.overdue.saidSent', { smart_count: saidSent })] : []),
        ].join(' · ')}
        under="payments"
      />
      <MailBanner />
    </>
  );
}
