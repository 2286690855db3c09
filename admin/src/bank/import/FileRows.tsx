import type { ReactNode } from 'react';
import { DraftRows } from './DraftRows.js';

/** A row or a column of a file, a word or an account of it, with what is said of it. */
export interface FileItem {
  key: string | number;
  name: string;
  detail: string;
  control: ReactNode;
}

/** Parts of a bank's file, each with the control that says what it is. */
export const FileRows = ({ label, items }: { label: string; items: FileItem[] }) => (
  <DraftRows aria-label={label}>
    {items.map(({ key, name, detail, control }) => (
      <li key={key}>
        <div data-text>
          <b>{name}</b>
          <div>{detail}</div>
        </div>
        {control}
      </li>
    ))}
  </DraftRows>
);
