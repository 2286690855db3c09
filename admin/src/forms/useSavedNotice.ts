import { type RaRecord, useNotify } from 'react-admin';
import { useNavigate } from 'react-router';

/** Says that a record was saved, naming it, and goes on to the page that the record leads to. */
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
