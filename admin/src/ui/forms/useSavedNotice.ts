import { type RaRecord, useNotify } from 'react-admin';
import { useNavigate } from 'react-router';

/** Notifies that a record was saved, naming it, and navigates to its `page`. */
export function useSavedNotice(message: string, page: (record: RaRecord<string>) => string) {
  const notify = useNotify();
  const navigate = useNavigate();
  return (record: RaRecord<string>) => {
    notify(message, {
      type: 'success',
      messageArgs: { name: record.fullName as unknown, reference: record.referenceNumber as unknown },
    });
    void navigate(page(record));
  };
}
