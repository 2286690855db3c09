import { useState } from 'react';
import { type RaRecord, useDataProvider, useListContext, useNotify, useResourceContext } from 'react-admin';
import { maximumPageSize, maximumSelected } from '#domain/lists';
import { defaultErrorMessage } from '../../data/apiErrors.js';
import { errorMessage } from '../../../../browser/http.js';
import { useWrite } from '../../data/useWrite.js';
import type { Selection } from './selection.js';

/** Selects every record that matches the list's filters, at most `maximumSelected`, page by page. */
export function useSelectMatching({ select }: Pick<Selection, 'select'>) {
  const resource = useResourceContext() ?? '';
  const { getList } = useDataProvider();
  const list = useListContext();
  const { sort, total = 0 } = list;
  const filter = list.filterValues as object;
  const notify = useNotify();
  const [loaded, setLoaded] = useState(0);
  const wanted = Math.min(total, maximumSelected);
  const { mutate, isPending } = useWrite({
    mutationFn: async () => {
      const found = new Map<string, RaRecord<string>>();
      setLoaded(0);
      for (let page = 1; (page - 1) * maximumPageSize < wanted; page++) {
        const pagination = { page, perPage: maximumPageSize };
        const { data } = await getList<RaRecord<string>>(resource, {
          pagination,
          sort,
          filter,
        });
        for (const record of data) found.set(record.id, record);
        setLoaded(found.size);
        if (data.length < maximumPageSize) break;
      }
      return [...found.values()];
    },
    onSuccess: (records) => select(records, true),
    onError: (error) => notify(errorMessage(error, defaultErrorMessage(resource, 'list')), { type: 'error' }),
  });
  return { wanted, total, loaded, selectMatching: () => mutate(), isSelecting: isPending };
}
