import { useListContext } from 'react-admin';
import type { Column } from '../ui/lists/column.js';
import { ListPage } from '../ui/lists/ListPage.js';
import { RecordList } from '../ui/lists/RecordList.js';
import { mailPath } from '../ui/paths.js';
import { MailDate, MailKindName, MailRecipient, MailState, MailSubject } from './fields.js';
import { MailFilters } from './MailFilters.js';
import type { MailRecord } from '../data/mailMethods.js';
import { useRefreshWhileUnsent } from './useRefreshWhileUnsent.js';
import { MailListEmpty } from './MailListEmpty.js';
import { MailListHeader } from './MailListHeader.js';

const label = (name: string) => `resources.mails.${name}`;

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
