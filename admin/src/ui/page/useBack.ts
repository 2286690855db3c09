import { useResourceContext, useTranslate } from 'react-admin';
import { listPage } from '#domain/platform/admin-pages';
import type { SectionName } from '#domain/platform/resources';

/** The way back to the list of the resource in context. */
export function useBack(): { label: string; to: string } {
  const translate = useTranslate();
  const resource = useResourceContext() as SectionName;
  const list = translate(`resources.${resource}.title`);
  return { label: translate('admin.back', { list }), to: listPage(resource) };
}
