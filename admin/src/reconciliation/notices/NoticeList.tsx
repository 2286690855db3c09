import { DataTable, useTranslate } from 'react-admin';
import { PageHeader } from '../../ui/page/PageHeader.js';
import { Ellipsis } from '../../ui/lists/Ellipsis.js';
import { FilterBar } from '../../ui/lists/FilterBar.js';
import { ListEmpty } from '../../ui/lists/ListEmpty.js';
import { ListFrame } from '../../ui/lists/ListFrame.js';
import { ListRecords } from '../../ui/lists/ListRecords.js';
import { SearchBox } from '../../ui/lists/SearchBox.js';
import { useListFilter } from '../../ui/lists/useListFilter.js';
import { NoticeAdded, NoticeAmount, NoticeMessage, NoticeNumber, NoticeSender } from './fields.js';
import { NoticeButton } from './NoticeButton.js';
import { NoticeRowActions } from './NoticeRowActions.js';
import { useCan } from '../../session/role.js';

const label = (name: string) => `resources.reconcile.notices.${name}`;

/** Every Interac notice, newest first: searched by sender, message and number, corrected and deleted. */
export function NoticeList() {
  const translate = useTranslate();
  const { filter, setFilter } = useListFilter<{ search?: string }>();
  const canWrite = useCan('write', 'interac-notices');
  const add = canWrite && <NoticeButton />;
  return (
    <>
      <PageHeader
        title={translate(label('title'))}
        subtitle={translate(label('subtitle'))}
        under="reconcile"
        isAboveList
      >
        {add}
      </PageHeader>
      <ListFrame
        title={false}
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
        <ListRecords
          actions={canWrite && <NoticeRowActions />}
          empty={
            <ListEmpty title={translate(label('empty'))} hint={translate(label('emptyHint'))} action={add} />
          }
          card={{
            title: (
              <Ellipsis>
                <NoticeSender />
              </Ellipsis>
            ),
            status: <NoticeAmount />,
            main: <NoticeMessage />,
            meta: (
              <>
                <NoticeAdded /> · <NoticeNumber />
              </>
            ),
          }}
        >
          <DataTable.Col label={label('sender')} className="cut">
            <Ellipsis>
              <NoticeSender />
            </Ellipsis>
          </DataTable.Col>
          <DataTable.Col label={label('message')} className="cut wide">
            <Ellipsis>
              <NoticeMessage />
            </Ellipsis>
          </DataTable.Col>
          <DataTable.Col label={label('amount')} align="right" className="whole">
            <NoticeAmount />
          </DataTable.Col>
          <DataTable.Col label={label('number')} className="whole">
            <NoticeNumber />
          </DataTable.Col>
          <DataTable.Col label={label('added')} className="whole">
            <NoticeAdded />
          </DataTable.Col>
        </ListRecords>
      </ListFrame>
    </>
  );
}
