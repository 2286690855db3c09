import { type ReactNode, useMemo, useState } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { type Selection, SelectionContext } from './selection.js';

/** Lets the admin select records of the list in context. The selection is kept while its pages and filters change. */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const { data } = useListContext<RaRecord<string>>();
  const [selected, setSelected] = useState<ReadonlyMap<string, RaRecord<string>>>(new Map());

  const selection = useMemo((): Selection => {
    const shown = new Map(data?.map((record) => [record.id, record]));
    return {
      records: [...selected.values()].map((record) => shown.get(record.id) ?? record),
      isSelected: (id) => selected.has(id),
      select: (records, isSelected) =>
        setSelected((before) => {
          const after = new Map(before);
          for (const record of records)
            if (isSelected) after.set(record.id, record);
            else after.delete(record.id);
          return after;
        }),
      clear: () => setSelected(new Map()),
    };
  }, [data, selected]);

  return <SelectionContext value={selection}>{children}</SelectionContext>;
}
