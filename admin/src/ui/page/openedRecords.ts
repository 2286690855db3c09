import { useEffect } from 'react';
import { type RaRecord, useGetRecordRepresentation, useStore } from 'react-admin';
import { useLocation } from 'react-router';

/** A record whose page was opened. */
export interface OpenedRecord {
  path: string;
  name: string;
  resource: string;
}

const most = 5;
const key = 'openedRecords';

/** The records that were opened last in this document, the latest first. */
export const useOpenedRecords = (): OpenedRecord[] => useStore<OpenedRecord[]>(key, [])[0];

/** Remembers the record of the page until the document is closed or the admin signs out. */
export function useRememberOpened(resource: string, record: unknown): void {
  const { pathname } = useLocation();
  const [, setOpened] = useStore<OpenedRecord[]>(key, []);
  const represent = useGetRecordRepresentation(resource);
  const id = (record as RaRecord | undefined)?.id;
  const name = id === undefined ? undefined : represent(record);
  useEffect(() => {
    // A form is no page of its record.
    if (typeof name !== 'string' || !pathname.endsWith(`/${id}`)) return;
    const opened = { path: pathname, name, resource };
    setOpened((before) => [opened, ...before.filter(({ path }) => path !== pathname)].slice(0, most));
    // oxlint-disable-next-line react/exhaustive-deps -- The store's setter is another one at each render.
  }, [pathname, name, resource, id]);
}
