import FilterIcon from '@mui/icons-material/FilterAltOutlined';
import NotesIcon from '@mui/icons-material/Notes';
import { Box, Button, IconButton } from '@mui/material';
import { Fragment } from 'react';
import {
  DataTable,
  ReferenceField,
  TopToolbar,
  useListContext,
  useRecordContext,
  useResourceDefinitions,
} from 'react-admin';
import {
  auditActionNames,
  auditActions,
  type AuditEntry,
  type AuditResource,
  auditResourceNames,
  auditResources,
} from '#domain/audit/audit';
import { humanize } from '#domain/platform/humanize';
import { pages } from '#domain/platform/pages';
import { recordPage } from '#domain/platform/admin-pages';
import { type OfficeRecordName, officeRecords } from '#domain/platform/resources';
import { asText } from '#domain/platform/rules';
import { ActivityChange, changedFields } from './activity/ActivityChanges.js';
import { ActivityItem, ActivityRows } from './activity/ActivitySection.js';
import { DateField, Ellipsis, TextLink } from '../ui/common/fields.js';
import { TitledDialog } from '../ui/common/TitledDialog.js';
import { ExportMenu } from '../ui/exports/ExportsProvider.js';
import {
  ClearFilters,
  DaysFilter,
  FilterBar,
  FilterSelect,
  FoldingFilters,
  SearchInput,
  SelectFilter,
  useListFilter,
} from '../ui/lists/FilterBar.js';
import { Caption } from '../ui/fields/payments/fields.js';
import { ListFrame } from '../ui/lists/ListFrame.js';
import { ListRecords } from '../ui/lists/ListRecords.js';
import { useShowDialog } from '../ui/page/dialogs.js';
import { keysOf, useTexts, useTranslate } from '../ui/i18n/useTranslate.js';
import {
  cardEventPath,
  customerPath,
  draftPath,
  foundPath,
  paymentPath,
  transactionsPath,
} from '../ui/paths.js';

interface AuditFilterValues {
  by?: string;
  action?: string;
  resource?: string;
  /** The id of one record. */
  resourceId?: string;
}

const choicesOf = (values: readonly string[], names: Record<string, string>) =>
  values.map((id) => ({ id, name: names[id] ?? id }));

/** Filters of the trail by person, action, record and day. */
function AuditFilters() {
  const label = useTexts('resources.audit.filters');
  const { filter: filters, setFilter: set } = useListFilter<AuditFilterValues>();
  return (
    <FilterBar>
      <SearchInput source="by" label={label('person')} />
      <FoldingFilters beside={['by']}>
        <SelectFilter
          source="action"
          label={label('action')}
          emptyText={label('allActions')}
          choices={choicesOf(auditActions, auditActionNames)}
        />
        <FilterSelect
          label={label('resource')}
          value={filters.resource ?? ''}
          emptyText={label('allResources')}
          choices={choicesOf(auditResources, auditResourceNames)}
          onChange={(resource) => set({ resource, resourceId: '' })}
        />
        <DaysFilter source="at" from={label('from')} to={label('to')} />
        <ClearFilters />
      </FoldingFilters>
    </FilterBar>
  );
}

type AuditRecord = AuditEntry & { id: string };

/** One entry of the trail with every changed field. */
function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const translate = useTranslate();
  return (
    <TitledDialog
      title={auditResourceNames[entry.resource] ?? entry.resource}
      maxWidth="sm"
      content={{ sx: { p: 0 } }}
      actions={
        <Button autoFocus onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      }
      onClose={onClose}
    >
      <ActivityRows sx={{ '& > li': { px: 3 } }}>
        <ActivityItem entry={entry} />
      </ActivityRows>
    </TitledDialog>
  );
}

/** Opens the entry with all its changes, of which the list has room for a line. */
function WholeEntry() {
  const translate = useTranslate();
  const showDialog = useShowDialog();
  const entry = useRecordContext<AuditRecord>();
  if (!entry?.changes?.length) return null;
  const label = translate('resources.audit.whole');
  return (
    <IconButton
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      onClick={() => showDialog((close) => <EntryDialog entry={entry} onClose={close} />)}
    >
      <NotesIcon />
    </IconButton>
  );
}

/** Filters the trail by the record of one entry. */
function OnlyThisRecord() {
  const translate = useTranslate();
  const list = useListContext();
  const entry = useRecordContext<AuditRecord>();
  if (!entry?.resourceId) return null;
  const { resource, resourceId } = entry;
  const label = translate('resources.audit.filters.id');
  return (
    <IconButton aria-label={label} title={label} onClick={() => list.setFilters({ resource, resourceId })}>
      <FilterIcon />
    </IconButton>
  );
}

/** The buttons of one entry. */
const EntryActions = () => (
  <>
    <WholeEntry />
    <OnlyThisRecord />
  </>
);

const actionOf = ({ action }: AuditRecord) => auditActionNames[action] ?? humanize(action);

/** A column is as wide as a reference: a longer name would push the changes out of the table. */
const besideKind = {
  display: 'inline-block',
  width: 'auto',
  minWidth: 0,
  maxWidth: '13rem',
  verticalAlign: 'bottom',
};

/** The record that the entry is about, by its name and linked to its page, where it has these. */
function EntryRecord({ isInColumn = false }) {
  const entry = useRecordContext<AuditRecord>();
  const definitions = useResourceDefinitions();
  if (!entry) return null;
  const { name, resource } = entry;
  const kind = auditResourceNames[resource] ?? resource;
  const path = auditedRecordPath(entry);
  if (!path) return name ? `${kind} ${name}` : kind;
  return (
    <TextLink to={path}>
      <span>{kind}</span>{' '}
      {name ? (
        isInColumn ? (
          <Ellipsis style={besideKind}>{name}</Ellipsis>
        ) : (
          <span>{name}</span>
        )
      ) : (
        // The server knows the names of the product's own records.
        definitions[resource]?.recordRepresentation && (
          <ReferenceField source="resourceId" reference={resource} link={false} emptyText="" />
        )
      )}
    </TextLink>
  );
}

/** The changed fields in one line. */
const changesOf = ({ changes, resource }: AuditRecord) =>
  changedFields(changes).map((change, index) => (
    <Fragment key={change.field}>
      {index > 0 && <span>{' · '}</span>}
      <ActivityChange resource={resource} change={change} />
    </Fragment>
  ));

const label = keysOf('resources.audit');

/** The whole audit trail, newest first: who did what, when, to which record. */
export function AuditList() {
  return (
    <ListFrame
      actions={
        <TopToolbar>
          <ExportMenu resource="audit" />
        </TopToolbar>
      }
      filters={<AuditFilters />}
    >
      <ListRecords
        actions={<EntryActions />}
        card={(entry: AuditRecord) => ({
          title: actionOf(entry),
          status: entry.by,
          main: (
            <>
              <EntryRecord />{' '}
              {/* A phone has room for the reference alone: the changes are one press away. */}
              <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
                {changesOf(entry)}
              </Box>
            </>
          ),
          meta: (
            <>
              <DateField source="at" showTime />
              {entry.ip && <span> · {entry.ip}</span>}
            </>
          ),
        })}
      >
        <DataTable.Col
          source="at"
          label={label('fields.at')}
          className="whole"
          render={({ ip }: AuditRecord) => (
            <>
              <DateField source="at" showTime />
              <Caption>
                <Ellipsis>{ip}</Ellipsis>
              </Caption>
            </>
          )}
        />
        <DataTable.Col source="by" disableSort label={label('fields.by')} />
        <DataTable.Col label={label('fields.action')} className="whole" render={actionOf} />
        <DataTable.Col
          label={label('fields.resource')}
          className="whole"
          render={() => <EntryRecord isInColumn />}
        />
        <DataTable.Col label={label('fields.changes')} className="cut wide" render={changesOf} />
      </ListRecords>
    </ListFrame>
  );
}

/** The list in which a record without a page is found by its number, where the entry has it in this field. */
const numberedPath =
  (page: string, name: string) =>
  (_id: string, { changes = [] }: AuditEntry): string => {
    const number = changes.find(({ field }) => field === name)?.to;
    return typeof number === 'string' ? foundPath(page, number) : page;
  };

/** The record that a comment stands on. */
function commentedPath(_id: string, { changes = [] }: AuditEntry): string {
  const idIn = (name: string) => asText(changes.find(({ field }) => field === name)?.to);
  const paymentId = idIn('paymentId');
  if (paymentId) return paymentPath(paymentId);
  const customerId = idIn('customerId');
  return customerId ? customerPath(customerId) : pages.customers;
}

/** The pages of records that have none of their own. */
const pageOf: Partial<Record<AuditResource, (id: string, entry: AuditEntry) => string>> = {
  comments: commentedPath,
  statements: draftPath,
  'bank-transactions': (id) => transactionsPath({ state: 'matched' }, id),
  'bank-accounts': () => pages.bankAccounts,
  accounts: () => pages.people,
  invitations: () => pages.people,
  'interac-notices': numberedPath(pages.interacNotices, 'referenceNumber'),
  documents: numberedPath(pages.documents, 'number'),
  'card-events': cardEventPath,
  books: () => `${pages.reports}?tab=months`,
};

/** There is one of these: their entries name none. */
const single: readonly string[] = ['books' satisfies AuditResource];

const isPaged = (resource: string): resource is OfficeRecordName =>
  Object.hasOwn(officeRecords, resource) &&
  officeRecords[resource as OfficeRecordName].pages.some((page) => page.startsWith(':id'));

/** The page of an entry's record, or of what is left of a deleted customer; undefined where there is none. */
export function auditedRecordPath(entry: AuditEntry): string | undefined {
  const { resource, resourceId = '', action } = entry;
  if (!resourceId && !single.includes(resource)) return undefined;
  if (action === 'delete' && resource !== 'customers') return undefined;
  const page = pageOf[resource];
  if (page) return page(resourceId, entry);
  return isPaged(resource) ? recordPage(resource, resourceId) : undefined;
}
