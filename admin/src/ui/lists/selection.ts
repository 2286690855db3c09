import { createContext, useContext } from 'react';
import type { RaRecord } from 'react-admin';

/** The records that are selected in a list, over all its pages, with the functions that change the selection. */
export interface Selection {
  /** The records in their latest loaded state. */
  records: readonly RaRecord<string>[];
  isSelected: (id: string) => boolean;
  /** Selects records, or deselects them. */
  select: (records: readonly RaRecord<string>[], isSelected: boolean) => void;
  clear: () => void;
}

export const SelectionContext = createContext<Selection | undefined>(undefined);

/** The selection of the list in context; undefined in a list whose records are not selected. */
export const useSelection = () => useContext(SelectionContext);
