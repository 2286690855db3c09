import { useDataProvider, useListContext, useResourceContext, useTranslate } from 'react-admin';
import { maximumSelected } from '#domain/selection';
import { messages } from '#domain/messages';
import { errorMessage } from '../../../../browser/http.js';
import type { dataProvider } from '../../data/dataProvider.js';
import { useWrite } from '../../data/useWrite.js';
import { useTellFailure } from '../undo/refusals.js';
import type { Selection } from './selection.js';

/**
 * Selects every record that matches the list's filters, at most `maximumSelected`; none where another number matches
 * than the list shows, which it is then asked for again.
 */
export function useSelectMatching({ select }: Pick<Selection, 'select'>) {
  const resource = useResourceContext() as 'payments' | 'overdue';
  const { getMatching } = useDataProvider<typeof dataProvider>();
  const { sort, total = 0, refetch, ...list } = useListContext();
  const filter = list.filterValues as object;
  const translate = useTranslate();
  const tellFailure = useTellFailure();
  const { mutate, isPending } = useWrite({
    mutationKey: ['selection', 'matching'],
    mutationFn: () => getMatching(resource, { sort, filter, count: total }),
    onSuccess: (records) => select(records, true),
    onError: (error) => {
      tellFailure(error, errorMessage(error, messages.fetchPayments), translate('admin.list.notSelected'));
      void refetch();
    },
  });
  const wanted = Math.min(total, maximumSelected);
  return { wanted, total, selectMatching: () => mutate(), isSelecting: isPending };
}
