import { useListContext, useTranslate } from 'react-admin';
import { PageHeader } from '../ui/page/PageHeader.js';
import type { Column } from '../ui/lists/column.js';
import { ListEmpty } from '../ui/lists/ListEmpty.js';
import { ListPage } from '../ui/lists/ListPage.js';
import { RecordList } from '../ui/lists/RecordList.js';
import { mailPath } from '../ui/paths.js';
import { MailDate, MailKindName, MailRecipient, MailState, MailSubject } from './fields.js';
import { MailBanner } from './MailBanner.js';
import { MailFilters } from './MailFilters.js';
import type { MailRecord } from '../data/mailMethods.js';
import { useRefreshWhileUnsent } from './useRefreshWhileUnsent.js';

const label = (name: string) => `admin.mails.${name}`;

const columns: Column[] = [
  {
    label: label('subject'),
    field: <MailSubject />,
    caption: <MailKindName />,
    ellipsis: 'wide',
    card: 'title',
  },
  { label: label('to'), field: <MailRecipient />, ellipsis: true, card: 'main' },
  { label: label('date'), field: <MailDate />, sortBy: 'createdAt', nowrap: true, card: 'meta' },
  { label: label('state'), field: <MailState />, card: 'status' },
];

/** Every mail, newest first: searched by address and subject, narrowed by state and kind. */
export function MailList() {
  const { data, refetch } = useListContext<MailRecord>();
  useRefreshWhileUnsent(data, refetch);
  return (
    <ListPage header={<MailListHeader />} filters={<MailFilters />}>
      <RecordList columns={columns} path={mailPath} empty={<MailListEmpty />} />
    </ListPage>
  );
}

function MailListHeader() {
  const translate = useTranslate();
  return (
    <>
      <PageHeader title={translate('admin.mails.title')} subtitle={translate('admin.mails.subtitle')} />
      <MailBanner />
    </>
  );
}

function MailListEmpty() {
  const translate = useTranslate();
  return (
    <ListEmpty
      title={translate('admin.mails.empty')}
      hint={translate('admin.mails.emptyHint')}
      action={null}
    />
  );
}
