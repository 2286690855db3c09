import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense } from 'react';
import { ListBase, type ListBaseProps, ShowBase } from 'react-admin';
import { defaultPageSize } from '../../../domain/lists.js';
import { PageSkeleton } from '../layout/PageSkeleton.js';
import { pageQuery } from '../queryClient.js';

type Load<Name extends string> = () => Promise<Record<Name, ComponentType>>;

/**
 * A page that is fetched when it is opened: `lazyPage(() => import('./CustomerCreate.js'), 'CustomerCreate')`. What it
 * is `within` is there at once: data that is asked for there comes beside the page's file, not after it.
 */
export function lazyPage<Name extends string>(
  load: Load<Name>,
  name: Name,
  within: (page: ReactNode) => ReactNode = (page) => page,
): FunctionComponent {
  const Page = lazy<ComponentType>(async () => ({ default: (await load())[name] }));
  return () =>
    within(
      <Suspense fallback={<PageSkeleton />}>
        <Page />
      </Suspense>,
    );
}

/** A part of a page that is fetched when it is needed; stands within a Suspense. */
export const lazyPart = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy<ComponentType<Props>>(async () => ({ default: (await load())[name] }));

/**
 * A list, for a ListPage: newest first where `props` say nothing else, its filter, sort and page in the address and
 * nowhere else. Its resource is that of the page, or `props.resource`.
 */
export const lazyList = <Name extends string>(
  load: Load<Name>,
  name: Name,
  props?: Pick<ListBaseProps, 'resource' | 'sort' | 'filterDefaultValues' | 'disableAuthentication'>,
): FunctionComponent =>
  lazyPage(load, name, (page) => (
    <ListBase
      sort={{ field: 'createdAt', order: 'DESC' }}
      perPage={defaultPageSize}
      storeKey={false}
      exporter={false}
      queryOptions={pageQuery}
      {...props}
    >
      {page}
    </ListBase>
  ));

/** The page of one record, for a RecordPage. */
export const lazyShow = <Name extends string>(load: Load<Name>, name: Name): FunctionComponent =>
  lazyPage(load, name, (page) => <ShowBase queryOptions={pageQuery}>{page}</ShowBase>);
