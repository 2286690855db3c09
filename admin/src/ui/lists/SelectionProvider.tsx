import { type ReactNode, useMemo } from 'react';
import { type RaRecord, useListContext, useResourceContext, useStore } from 'react-admin';
import { type Selection, SelectionContext } from './selection.js';

interface Stored {
  /** The filters of the list as JSON. */
  filter: string;
  records: readonly RaRecord<string>[];
}

const nothing: Stored = { filter: '', records: [] };

/**
 * Lets the admin select records of the list in context. The selection is kept while the pages turn and while a record is
 * open; other filters, which hide what is selected, have none.
 */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const list = useListContext<RaRecord<string>>();
  const { data } = list;
  const [stored, setStored] = useStore<Stored>(`${useResourceContext()}.selection`, nothing);
  const filter = JSON.stringify(list.filterValues as object);

  const selection = useMemo((): Selection => {
    const shown = new Map(data?.map((record) => [record.id, record]));
    const selected = ({ filter: of, records }: Stored) =>
      new Map(of === filter ? records.map((record) => [record.id, record]) : []);
    const current = selected(stored);
    return {
      records: [...current.values()].map((record) => shown.get(record.id) ?? record),
      isSelected: (id) => current.has(id),
      select: (records, isSelected) =>
        setStored((before: Stored) => {
          const after = selected(before);
          for (const record of records)
            if (isSelected) after.set(record.id, record);
            else after.delete(record.id);
          return { filter, records: [...after.values()] };
        }),
      clear: () => setStored(nothing),
    };
  }, [data, filter, stored, setStored]);

  return <SelectionContext value={selection}>{children}</SelectionContext>;
}
