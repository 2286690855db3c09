import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useStoreContext } from 'react-admin';
import { type SavedView, type SavedViewInput, type ViewList, viewLists } from '#domain/views';
import type { dataProvider } from '../../data/dataProvider.js';
import { pageQuery } from '../../data/queryClient.js';
import { useWrite } from '../../data/useWrite.js';
import { formerViews, type KeptViews, formerViewsKey } from './formerViews.js';

const queryKey = ['saved-views'];

/** The saved views of the signed-in person, of all lists, with the writes that change them. */
export function useSavedViews() {
  const { getViews, saveView, removeView } = useDataProvider<typeof dataProvider>();
  const client = useQueryClient();
  const store = useStoreContext();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      let views = await getViews(signal);
      // Views that were kept in this browser move to the account, once.
      for (const list of viewLists) {
        const key = formerViewsKey(list);
        for (const view of formerViews(store.getItem<KeptViews>(key), list, views))
          views = await saveView(view);
        store.removeItem(key);
      }
      return views;
    },
    refetchOnMount: true,
    retry: pageQuery.retry,
  });
  const keep = (views: SavedView[]) => client.setQueryData(queryKey, views);
  const save = useWrite({
    mutationKey: [...queryKey, 'save'],
    mutationFn: (view: SavedViewInput) => saveView(view),
    onSuccess: keep,
  });
  const remove = useWrite({
    mutationKey: [...queryKey, 'remove'],
    mutationFn: ({ _id }: SavedView) => removeView(_id),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const viewsOf = (list: ViewList) => query.data?.filter((view) => view.list === list) ?? [];
  return { query, viewsOf, save, remove };
}
