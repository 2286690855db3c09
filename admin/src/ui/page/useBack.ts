import { useResourceContext } from 'react-admin';
import type { SectionName } from '#domain/platform/resources';
import { useSeenListPath } from './seenList.js';
import { useTranslate } from '../i18n/useTranslate.js';

/** The way back to the list of the resource in context, as it was open last. */
export function useBack(): { label: string; to: string } {
  const translate = useTranslate();
  const resource = useResourceContext() as SectionName;
  const list = translate(`resources.${resource}.title`);
  return { label: translate('admin.back', { list }), to: useSeenListPath(resource) };
}
