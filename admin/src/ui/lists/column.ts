import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';

/** A column of a list: a table's column on wide screens, a part of a card on a phone. */
export interface Column {
  /** Key of the heading's text. */
  label: string;
  /** Shows the field of the record in context. */
  field: ReactNode;
  /** Shows a second, smaller line below the field; at the right of the third line of a card. */
  caption?: ReactNode;
  /** The name that the API sorts by; without one the column cannot be sorted. */
  sortBy?: string;
  align?: 'right';
  /** Keeps the field on one line. */
  nowrap?: boolean;
  /** Keeps the field on one line, cut to its width, with the whole text as its title; `wide` takes half of the table. */
  ellipsis?: boolean | 'wide';
  /**
   * The field's place on a card: `title` and `status` at both ends of the first line, `main` and `end` of the second,
   * `meta` on the third line beside others of its kind. Without one, cards leave the field out.
   */
  card?: 'title' | 'status' | 'main' | 'meta' | 'end';
}

/** A list of records as a table or as cards. */
export interface RecordListProps {
  columns: Column[];
  /** The buttons of one record, where it has any. */
  actions?: ReactNode;
  /** The page that a row leads to, if any. */
  path?: (id: string) => string;
  /** Names a record, where records are selected. */
  nameOf?: (record: RaRecord<string>) => string;
  /** True in a panel of a page, which its table may be wider than: it scrolls there, together with its headings. */
  isInPanel?: boolean;
  /** Shown when there is no record at all, or none that matches. */
  empty: ReactNode;
}
