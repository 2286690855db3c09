import { type RaRecord, useGetRecordRepresentation, useNotify, useResourceContext } from 'react-admin';
import { useNavigate } from 'react-router';

/** Notifies that a record was saved, naming it, and navigates to its `page`. */
export function useSavedNotice(how: 'created' | 'updated', page: (record: RaRecord<string>) => string) {
  const notify = useNotify();
  const navigate = useNavigate();
  const resource = useResourceContext();
  const represent = useGetRecordRepresentation(resource);
  return (record: RaRecord<string>) => {
    notify(`resources.${resource}.saved.${how}`, {
      type: 'success',
      messageArgs: { name: represent(record) },
    });
    void navigate(page(record));
  };
}
