import { useResourceContext, useTranslate } from 'react-admin';
import { listPage } from '#domain/adminPages';
import type { SectionName } from '#domain/resources';

/** The way back to the list of the resource in context. */
export function useBack(): { label: string; to: string } {
  const translate = useTranslate();
  const resource = useResourceContext() as SectionName;
  const list = translate(`resources.${resource}.title`);
  return { label: translate('admin.back', { list }), to: listPage(resource) };
}
