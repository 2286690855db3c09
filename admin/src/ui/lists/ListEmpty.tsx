import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { EmptyState } from '../common/EmptyState.js';

interface ListEmptyProps {
  title: string;
  /** The title where search and filters find none, if another one. */
  notFound?: string;
  /** Says how records come about, shown while there is none. */
  hint: string;
  /** The action that creates the first record. */
  action: ReactNode;
  /** A wider search, where the list has one. */
  wider?: ReactNode;
}

/** Says that there is no record yet, or none that matches the search and filters, and offers the next step. */
export function ListEmpty({ title, notFound = title, hint, action, wider }: ListEmptyProps) {
  const translate = useTranslate();
  const list = useListContext();
  if (Object.keys(list.filterValues as object).length === 0)
    return (
      <EmptyState title={title} hint={hint}>
        {action}
      </EmptyState>
    );
  return (
    <EmptyState title={notFound} hint={translate('admin.list.noResults')}>
      {wider}
      <Button variant="outlined" onClick={() => list.setFilters({})}>
        {translate('admin.list.clearFilters')}
      </Button>
    </EmptyState>
  );
}
