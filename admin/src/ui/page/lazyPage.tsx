import type { ComponentType, FunctionComponent, ReactNode } from 'react';
import { ListBase, type ListBaseProps, ShowBase } from 'react-admin';
import { defaultPageSize } from '#domain/platform/lists';
import { PageSkeleton } from './PageSkeleton.js';
import { pageQuery } from '../../data/queryClient.js';
import { withTexts } from '../i18n/texts.js';
import { lazyPart } from '../common/lazyPart.js';

type Load<Name extends string> = () => Promise<Record<Name, ComponentType>>;

/**
 * A page whose chunk is loaded when it is opened: `lazyPage(() => import('./CustomerCreate.js'), 'CustomerCreate')`.
 * The component it is `within` renders at once, so that its queries run while the chunk loads, not after it.
 */
export function lazyPage<Name extends string>(
  load: Load<Name>,
  name: Name,
  within: (page: ReactNode) => ReactNode = (page) => page,
): FunctionComponent {
  const Page = lazyPart(withTexts(load), name, <PageSkeleton />);
  return () => within(<Page />);
}

/** A list begins with the newest unless it says otherwise; filter, sort and page are in the address only. */
export const listDefaults = {
  sort: { field: 'createdAt', order: 'DESC' },
  perPage: defaultPageSize,
  storeKey: false,
  queryOptions: pageQuery,
} as const;

/**
 * react-admin's List in two halves: ListBase, which asks for the records while the chunk loads, and the view in the
 * chunk, as ListFrame. As a whole it would ask later, or take 9 KB of the first screen. Its resource is that of the page,
 * or `props.resource`.
 */
export const lazyList = <Name extends string>(
  load: Load<Name>,
  name: Name,
  props?: Pick<ListBaseProps, 'resource' | 'sort' | 'filterDefaultValues'>,
): FunctionComponent =>
  lazyPage(load, name, (page) => (
    <ListBase {...listDefaults} exporter={false} {...props}>
      {page}
    </ListBase>
  ));

/** react-admin's Show in two halves likewise: ShowBase, and the view as ShowFrame. */
export const lazyShow = <Name extends string>(load: Load<Name>, name: Name): FunctionComponent =>
  lazyPage(load, name, (page) => <ShowBase queryOptions={pageQuery}>{page}</ShowBase>);
