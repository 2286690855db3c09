import type { ReactNode } from 'react';
import {
  EditBase,
  useEditContext,
  useGetRecordRepresentation,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { recordPage, type SectionName } from '#domain/resources';
import { defaultErrorMessage } from '../../data/apiErrors.js';
import { formQuery } from '../../data/queryClient.js';
import { PageHeader } from '../page/PageHeader.js';
import { RecordPage } from '../page/RecordPage.js';
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
      <LoadedForm resource={resource}>{children}</LoadedForm>
    </EditBase>
  );
}

function LoadedForm({ resource, children }: { resource: SectionName; children: ReactNode }) {
  const translate = useTranslate();
  const represent = useGetRecordRepresentation(resource);
  const edit = useEditContext();
  const name = edit.record ? represent(edit.record) : '';
  return (
    <RecordPage state={edit} failure={defaultErrorMessage(resource, 'one')}>
      <PageHeader title={translate(`resources.${resource}.form.edit`, { name })} under={resource} />
      {children}
    </RecordPage>
  );
}
