import type { ReactNode } from 'react';

/** A column of a list: a table's column on wide screens, a line of a card on a phone. */
export interface Column {
  /** Key of the heading's text. */
  label: string;
  /** Shows the field of the record in context. */
  field: ReactNode;
  /** The name that the API sorts by; without one the column cannot be sorted. */
  sortBy?: string;
  align?: 'right';
  /** Keeps the field on one line, where it reads as one word. */
  nowrap?: boolean;
}
