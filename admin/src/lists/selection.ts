import { createContext, useContext } from 'react';
import type { RaRecord } from 'react-admin';

/** The records that are selected in a list, over all its pages, and what changes that. */
export interface Selection {
  /** The records as they are on the screen, or were when they were seen last. */
  records: readonly RaRecord<string>[];
  isSelected: (id: string) => boolean;
  /** Selects records, or takes them out. */
  select: (records: readonly RaRecord<string>[], isSelected: boolean) => void;
  clear: () => void;
}

export const SelectionContext = createContext<Selection | undefined>(undefined);

/** The selection of the list in context; undefined in a list whose records are not selected. */
export const useSelection = () => useContext(SelectionContext);
