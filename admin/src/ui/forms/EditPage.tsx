import type { ReactNode } from 'react';
import { EditBase, useResourceContext } from 'react-admin';
import { recordPage } from '#domain/adminPages';
import type { SectionName } from '#domain/resources';
import { formQuery } from '../../data/queryClient.js';
import { LoadedForm } from './LoadedForm.js';
import { useSavedNotice } from './useSavedNotice.js';

interface EditPageProps {
  /** The record, where the address does not name it. */
  id?: string;
  children: ReactNode;
}

/** The page that changes a record, around its form. Its texts are `form.edit` and `saved.updated` of the labels. */
export function EditPage({ id, children }: EditPageProps) {
  const resource = useResourceContext() as SectionName;
  const onSuccess = useSavedNotice('updated', (record) => recordPage(resource, record.id));
  return (
    <EditBase
      {...(id && { id })}
      mutationMode="pessimistic"
      mutationOptions={{ onSuccess }}
      queryOptions={formQuery}
    >
      <LoadedForm>{children}</LoadedForm>
    </EditBase>
  );
}
