import { useTranslate } from 'react-admin';
import { PageHeader } from '../../ui/page/PageHeader.js';
import type { Column } from '../../ui/lists/column.js';
import { FilterBar } from '../../ui/lists/FilterBar.js';
import { ListEmpty } from '../../ui/lists/ListEmpty.js';
import { ListPage } from '../../ui/lists/ListPage.js';
import { RecordList } from '../../ui/lists/RecordList.js';
import { SearchBox } from '../../ui/lists/SearchBox.js';
import { useListFilter } from '../../ui/lists/useListFilter.js';
import { NoticeAdded, NoticeAmount, NoticeMessage, NoticeNumber, NoticeSender } from './fields.js';
import { NoticeButton } from './NoticeButton.js';
import { NoticeRowActions } from './NoticeRowActions.js';
import { useCan } from '../../session/role.js';

const label = (name: string) => `resources.reconcile.notices.${name}`;

const columns: Column[] = [
  { label: label('sender'), field: <NoticeSender />, ellipsis: true, card: 'title' },
  { label: label('message'), field: <NoticeMessage />, ellipsis: 'wide', card: 'main' },
  { label: label('amount'), field: <NoticeAmount />, align: 'right', nowrap: true, card: 'status' },
  { label: label('number'), field: <NoticeNumber />, nowrap: true, card: 'meta' },
  { label: label('added'), field: <NoticeAdded />, nowrap: true, card: 'meta' },
];

/** Every Interac notice, newest first: searched by sender, message and number, corrected and deleted. */
export function NoticeList() {
  const translate = useTranslate();
  const { filter, setFilter } = useListFilter<{ search?: string }>();
  const canWrite = useCan('write', 'interac-notices');
  const add = canWrite && <NoticeButton />;
  return (
    <ListPage
      header={
        <PageHeader
          title={translate(label('title'))}
          subtitle={translate(label('subtitle'))}
          under="reconcile"
          isAboveList
        >
          {add}
        </PageHeader>
      }
      filters={
        <FilterBar>
          <SearchBox
            label={translate(label('search'))}
            value={filter.search ?? ''}
            onSearch={(search) => setFilter({ search })}
          />
        </FilterBar>
      }
    >
      <RecordList
        columns={columns}
        actions={canWrite && <NoticeRowActions />}
        empty={
          <ListEmpty title={translate(label('empty'))} hint={translate(label('emptyHint'))} action={add} />
        }
      />
    </ListPage>
  );
}
