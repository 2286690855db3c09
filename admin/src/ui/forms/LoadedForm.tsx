import type { ReactNode } from 'react';
import { useEditContext, useGetRecordRepresentation, useResourceContext, useTranslate } from 'react-admin';
import type { SectionName } from '#domain/resources';
import { defaultErrorMessage } from '../../data/apiErrors.js';
import { PageHeader } from '../page/PageHeader.js';
import { RecordPage } from '../page/RecordPage.js';

/** The form of the record in context, once it is loaded. */
export function LoadedForm({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const resource = useResourceContext() as SectionName;
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
