import { useTranslate } from 'react-admin';
import { PageHeader } from '../ui/page/PageHeader.js';
import { MailBanner } from './MailBanner.js';

export function MailListHeader() {
  const translate = useTranslate();
  return (
    <>
      <PageHeader
        title={translate('resources.mails.title')}
        subtitle={translate('resources.mails.subtitle')}
        isAboveList
      />
      <MailBanner />
    </>
  );
}
