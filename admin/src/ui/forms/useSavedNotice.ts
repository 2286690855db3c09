import type { ReactElement } from 'react';
import {
  type RaRecord,
  useGetRecordRepresentation,
  useNotify,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useNavigate } from 'react-router';

type Saved = RaRecord<string>;

/**
 * Notifies that a record was saved, naming it, and navigates to its `page`. Where `offer` resolves to an element, that
 * is the notice, and stays until it is closed or used.
 */
export function useSavedNotice(
  how: 'created' | 'updated',
  page: (record: Saved) => string,
  offer?: (record: Saved, previous: Saved | undefined, saved: string) => Promise<ReactElement | undefined>,
) {
  const notify = useNotify();
  const translate = useTranslate();
  const navigate = useNavigate();
  const resource = useResourceContext();
  const represent = useGetRecordRepresentation(resource);
  return (record: Saved, variables: object = {}) => {
    const message = `resources.${resource}.saved.${how}`;
    const messageArgs = { name: represent(record) };
    const tell = async () => {
      const { previousData } = variables as { previousData?: Saved };
      const notice = await offer?.(record, previousData, translate(message, messageArgs));
      if (notice) notify(notice, { autoHideDuration: null });
      else notify(message, { type: 'success', messageArgs });
    };
    // Not awaited: the form is saved, and leads on.
    void tell();
    void navigate(page(record));
  };
}
