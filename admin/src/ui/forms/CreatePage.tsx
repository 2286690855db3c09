import { type ReactNode, useState } from 'react';
import { CreateBase, useResourceContext, useTranslate } from 'react-admin';
import { listPage } from '#domain/adminPages';
import type { SectionName } from '#domain/resources';
import { newKey } from '../../../../browser/newKey.js';
import { PageHeader } from '../page/PageHeader.js';
import { useSavedNotice } from './useSavedNotice.js';

interface CreatePageProps {
  /** The page that needs the record, which follows instead of the list. */
  back?: string | undefined;
  children: ReactNode;
}

/**
 * The page of a new record, around its form: one record, even where a response is lost and the form is sent again.
 * Its texts are `form.new` and `saved.created` of the resource's labels.
 */
export function CreatePage({ back, children }: CreatePageProps) {
  const translate = useTranslate();
  const resource = useResourceContext() as SectionName;
  const [idempotencyKey] = useState(newKey);
  const onSuccess = useSavedNotice('created', () => back ?? listPage(resource));
  return (
    <CreateBase mutationOptions={{ onSuccess, meta: { idempotencyKey } }}>
      <PageHeader title={translate(`resources.${resource}.form.new`)} under={resource} />
      {children}
    </CreateBase>
  );
}
