import { ListContextProvider, type RaRecord, ResourceContextProvider, useList } from 'react-admin';
import { defaultPageSize } from '#domain/lists';
import { ListPagination } from './ListPagination.js';
import { RecordList } from './RecordList.js';
import type { RecordListProps } from './column.js';

interface LocalListProps extends Omit<RecordListProps, 'isInPanel'> {
  resource: string;
  records: RaRecord<string>[];
}

/** Records that are loaded already, paged in the browser, in the look of the lists that the server pages. */
export function LocalList({ resource, records, ...list }: LocalListProps) {
  const context = useList({ data: records, resource, perPage: defaultPageSize });
  return (
    <ResourceContextProvider value={resource}>
      <ListContextProvider value={context}>
        <RecordList {...list} isInPanel />
        {records.length > defaultPageSize && <ListPagination />}
      </ListContextProvider>
    </ResourceContextProvider>
  );
}
