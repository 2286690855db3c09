import { useEffect } from 'react';
import { useListContext, useResourceContext, useStore } from 'react-admin';
import { useLocation } from 'react-router';
import { listPage } from '#domain/platform/admin-pages';
import { defaultPageSize } from '#domain/platform/lists';
import type { SectionName } from '#domain/platform/resources';
import { useTranslate } from '../i18n/useTranslate.js';

/** The order, filter and page of a list when it was open last. */
export interface SeenList {
  sort: { field: string; order: 'ASC' | 'DESC' };
  filter: object;
  page: number;
  perPage: number;
  /** These in its address. */
  search: string;
}

const untouched: SeenList = {
  sort: { field: 'createdAt', order: 'DESC' },
  filter: {},
  page: 1,
  perPage: defaultPageSize,
  search: '',
};

export const useSeenList = (resource: string) => useStore<SeenList>(`${resource}.seen`, untouched);

/** Remembers the list in context for the pages of its records, until the document is reloaded. */
export function useRememberList(): void {
  const list = useListContext();
  const { search } = useLocation();
  const { resource, sort, page, perPage } = list;
  const filter = list.filterValues as object;
  const [, setSeen] = useSeenList(resource ?? '');
  const seen = JSON.stringify({ sort, filter, page, perPage, search } satisfies SeenList);
  useEffect(() => setSeen(JSON.parse(seen) as SeenList), [seen, setSeen]);
}

/** The address of a list as it was open last. */
export const useSeenListPath = (resource: SectionName): string =>
  listPage(resource) + useSeenList(resource)[0].search;

/** The way back to the list of the resource in context, as it was open last. */
export function useBack(): { label: string; to: string } {
  const translate = useTranslate();
  const resource = useResourceContext() as SectionName;
  const list = translate(`resources.${resource}.title`);
  return { label: translate('admin.back', { list }), to: useSeenListPath(resource) };
}
