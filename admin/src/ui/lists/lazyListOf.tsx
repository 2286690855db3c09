import type { ComponentType, FunctionComponent } from 'react';
import { ListBase, type ListBaseProps } from 'react-admin';
import { defaultPageSize } from '#domain/lists';
import { pageQuery } from '../../data/queryClient.js';
import { withTexts } from '../../i18n/texts.js';
import { lazyPart } from '../common/lazyPart.js';
import { PageSkeleton } from '../page/PageSkeleton.js';

interface ListParts {
  /** Beside the title, in react-admin's TopToolbar. */
  Actions: ComponentType;
  Filters: ComponentType;
  Records: ComponentType;
}

const Frame = lazyPart(() => import('./ListFrame.js'), 'ListFrame', <PageSkeleton />);

/**
 * react-admin's List whose parts are those of a chunk, which is loaded while the list asks for its records: its two halves
 * are ListBase, which is there from the start, and ListView.
 */
export function lazyListOf(
  loadParts: () => Promise<ListParts>,
  props?: Pick<ListBaseProps, 'resource' | 'sort' | 'filterDefaultValues'>,
): FunctionComponent {
  const load = withTexts(loadParts);
  const Actions = lazyPart(load, 'Actions');
  const Filters = lazyPart(load, 'Filters');
  const Records = lazyPart(load, 'Records', <PageSkeleton />);
  return () => (
    <ListBase
      sort={{ field: 'createdAt', order: 'DESC' }}
      perPage={defaultPageSize}
      storeKey={false}
      exporter={false}
      queryOptions={pageQuery}
      {...props}
    >
      <Frame actions={<Actions />} filters={<Filters />}>
        <Records />
      </Frame>
    </ListBase>
  );
}
