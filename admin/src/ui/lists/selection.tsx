import { styled } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import {
  BulkActionsToolbar,
  type Identifier,
  ListContextProvider,
  type RaRecord,
  SelectAllButton,
  useListContext,
  useStore,
} from 'react-admin';
import { messages } from '#domain/platform/messages';
import { formatCount } from '#domain/platform/numbers';
import { maximumSelected } from '#domain/platform/selection';
import { errorMessage } from '#browser/http';
import { useWrite } from '../../data/useCall.js';
import { toListedPayment } from '../../data/records.js';
import { focusPage } from '../common/useKeptFocus.js';
import { useTellFailure } from '../undo/undo.js';
import { useTranslate } from '../i18n/useTranslate.js';

interface Stored {
  /** The filters of the list as JSON. */
  filter: string;
  records: readonly RaRecord<string>[];
}

const nothing: Stored = { filter: '', records: [] };

/** The selected records of the list in context, in their latest loaded state, and a function that takes some away. */
export function useSelected<Found extends RaRecord<string>>() {
  const { resource, data = [], ...list } = useListContext<Found>();
  const [stored, setStored] = useStore<Stored>(`${resource}.selection`, nothing);
  const filter = JSON.stringify(list.filterValues as object);
  const selected = (of: Stored) => (of.filter === filter ? of.records : []);
  const shown = new Map(data.map((record) => [record.id, record]));
  const change = (changed: (before: readonly RaRecord<string>[]) => readonly RaRecord<string>[]) =>
    setStored((before: Stored) => ({ filter, records: changed(selected(before)) }));
  return {
    records: selected(stored).map((record) => shown.get(record.id) ?? (record as Found)),
    change,
    unselect: (ids: readonly string[]) => change((before) => before.filter(({ id }) => !ids.includes(id))),
  };
}

/**
 * Keeps the selection of the list in context while its pages turn and while a record is open: react-admin's own ends
 * with the list, and knows ids only, which give no sum of amounts. A change of the filters, which may hide selected
 * records, ends the selection. "Select all" is one call, which selects nothing where another number matches than the list shows.
 */
export function KeptSelection({ children }: { children: ReactNode }) {
  const list = useListContext<RaRecord<string>>();
  const { resource, data = [], sort, total = 0, refetch } = list;
  const filter = list.filterValues as object;
  const translate = useTranslate();
  const tellFailure = useTellFailure();
  const { records, change, unselect } = useSelected();
  const selectedIds = records.map(({ id }) => id);
  const onSelect = (ids: Identifier[]) =>
    change((before) => {
      const known = new Map([...before, ...data].map((record) => [record.id as Identifier, record]));
      return ids.flatMap((id) => known.get(id) ?? []);
    });
  const { mutate } = useWrite({
    mutationKey: ['selection', 'matching'],
    mutationFn: (_, call) =>
      call(`GET ${resource === 'overdue' ? '/reports/overdue' : '/payments'}/matching`, {
        query: { count: total, sort, filter },
      }),
    onSuccess: ({ payments }) => {
      const found = payments.map(toListedPayment);
      change((before) => [...new Map([...before, ...found].map((record) => [record.id, record])).values()]);
    },
    onError: (error) => {
      tellFailure(error, errorMessage(error, messages.fetchPayments), translate('admin.list.notSelected'));
      void refetch();
    },
  });
  const kept = {
    ...list,
    selectedIds,
    onSelect,
    onToggleItem: (id: string) =>
      selectedIds.includes(id) ? unselect([id]) : onSelect([...selectedIds, id]),
    onUnselectItems: () => change(() => []),
    onSelectAll: () => mutate(),
  };
  return <ListContextProvider value={kept}>{children}</ListContextProvider>;
}

/** Begins below the number of selected records. */
const MatchingLine = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  flex: '1 0 100%',
  // Over the padding of what stands beside the number.
  '&&&': { padding: '0 0 0 36px' },
});

/** Offers to select what matches on other pages too, once the whole page is selected. */
function SelectMatching() {
  const translate = useTranslate();
  const { data = [], selectedIds, total = 0 } = useListContext<RaRecord<string>>();
  const wanted = Math.min(total, maximumSelected);
  const counts = { count: formatCount(wanted), total: formatCount(total), page: formatCount(data.length) };
  if (selectedIds.length >= wanted || !data.every(({ id }) => selectedIds.includes(id))) return null;
  return (
    <MatchingLine>
      <span>{translate('admin.list.pageSelected', counts)}</span>
      <SelectAllButton
        variant="text"
        limit={maximumSelected}
        label={translate(`admin.list.${wanted < total ? 'selectFirst' : 'selectMatching'}`, counts)}
      />
    </MatchingLine>
  );
}

interface BulkActionsProps {
  label: string;
  /** Shown behind the number of selected records. */
  details?: ReactNode;
  /** False for actions on few records, which offer no others that match. */
  hasMatching?: boolean;
  /** The actions on all of them. */
  children: ReactNode;
}

/** react-admin's bar of actions on the selected records, at the end of the list instead of over its headings. */
export function BulkActions({ label, details, hasMatching = true, children }: BulkActionsProps) {
  // The heading takes the focus when the bar, which opened a dialog, is gone.
  useEffect(() => () => void requestAnimationFrame(focusPage), []);
  return (
    <BulkActionsToolbar
      // For its Toolbar, though its type has none of them.
      {...{ role: 'group', 'aria-label': label }}
      label="admin.list.selected"
      selectAllButton={
        <>
          <span role="status">{details}</span>
          {hasMatching && <SelectMatching />}
        </>
      }
    >
      {children}
    </BulkActionsToolbar>
  );
}
