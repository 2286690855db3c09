import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useListContext, useTranslate } from 'react-admin';
import { MailBanner } from '../mails/MailBanner.js';
import { PageHeader } from '../ui/page/PageHeader.js';

/** The title of the overdue list, with the number of payers who said that they sent. */
export function OverdueHeader() {
  const translate = useTranslate();
  // A phone has the drawer and Back instead of the line of breadcrumbs.
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  const { saidSent = 0 } = (useListContext().meta ?? {}) as { saidSent?: number };
  return (
    <>
      <PageHeader
        title={translate('resources.overdue.title')}
        subtitle={[
          translate('resources.overdue.subtitle'),
          ...(saidSent ? [translate('resources.overdue.saidSent', { smart_count: saidSent })] : []),
        ].join(' · ')}
        isAboveList
        under={isPhone ? undefined : 'payments'}
      />
      <MailBanner />
    </>
  );
}
