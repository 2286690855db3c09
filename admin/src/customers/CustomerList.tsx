import EditIcon from '@mui/icons-material/EditOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { Button, IconButton } from '@mui/material';
import { useState } from 'react';
import { CreateButton, DataTable, TopToolbar, useListContext, useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/platform/pages';
import { type CustomerSearchField, customerSearchFields } from '#domain/customers/customers';
import type { CustomerRecord } from '../data/records.js';
import { useCan } from '../data/session/role.js';
import { ExportMenu } from '../ui/exports/ExportsProvider.js';
import { DeleteWithConfirmButton } from '../ui/forms/FormDialog.js';
import { DateField, Ellipsis, Hint, TextLink } from '../ui/common/fields.js';
import { ListFrame } from '../ui/lists/ListFrame.js';
import { ListRecords } from '../ui/lists/ListRecords.js';
import {
  ClearFilters,
  FilterBar,
  FilterSelect,
  FoldingFilters,
  latestFilter,
  SearchBox,
  SelectFilter,
  useListFilter,
} from '../ui/lists/FilterBar.js';
import { useShowDialog } from '../ui/page/dialogs.js';
import { Permitted } from '../ui/page/Permitted.js';
import { customerEditPath, customerPath } from '../ui/paths.js';
import { CustomerChips } from './fields.js';
import { keysOf, useTexts, useTranslate } from '../ui/i18n/useTranslate.js';
import { lazyPart } from '../ui/common/lazyPart.js';
import { BulkActions, useSelected } from '../ui/lists/selection.js';
import { ProvinceFilter } from './ProvinceFilter.js';
import { SavedViews } from '../ui/saved-views/SavedViews.js';
import { locationName } from '#domain/places/locations';

/** The actions of a row, and of a card, whose name opens it. */
function RowActions() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  if (!customer) return null;
  const name = customer.fullName;
  const link = (to: string, action: 'view' | 'edit', icon: typeof EditIcon) => {
    const Icon = icon;
    return (
      <IconButton
        component={Link}
        to={to}
        sx={{ display: { xs: action === 'view' ? 'none' : 'inline-flex', lg: 'inline-flex' } }}
        title={translate(`resources.customers.actions.${action}`)}
        aria-label={translate(`resources.customers.rowActions.${action}`, { name })}
      >
        <Icon />
      </IconButton>
    );
  };
  return (
    <>
      {link(customerPath(customer.id), 'view', VisibilityIcon)}
      <Permitted to="write" resource="customers">
        {link(customerEditPath(customer.id), 'edit', EditIcon)}
        <DeleteWithConfirmButton aria-label={translate('resources.customers.rowActions.delete', { name })} />
      </Permitted>
    </>
  );
}

const label = keysOf('resources.customers.columns');

/** The name, linked to the customer. */
const nameOf = ({ id, fullName }: CustomerRecord) => (
  <TextLink to={customerPath(id)} translate="no">
    {fullName}
  </TextLink>
);
const countryOf = ({ country }: CustomerRecord) => locationName({ country });

/** Exports every customer that passes the search on the screen. */
function ExportButton() {
  const filter = useListContext().filterValues as object;
  // Sent as `search` too, the older parameter of this call; exported rows pass both.
  const query = { search: searchOf(filter).text, filter };
  return <ExportMenu resource="customers" query={query} />;
}

/** Says below the whole list when its rows can be selected. */
function SelectionHint() {
  const translate = useTranslate();
  if (!useListContext().total) return null;
  return <Hint sx={{ px: 2, pb: 2 }}>{translate('resources.customers.merge.hint')}</Hint>;
}

/** All customers: searched, exported, and each opened, changed and deleted. */
export function CustomerList() {
  const canWrite = useCan('write', 'customers');
  const { filter } = useListFilter();
  // Rows are selected to be merged, among those that were searched for; the whole list has the specified columns.
  const isSelectable = canWrite && Object.keys(filter).length > 0;
  return (
    <ListFrame
      actions={
        <TopToolbar>
          <ExportButton />
          <CreateButton to={pages.newCustomer} />
        </TopToolbar>
      }
      filters={<CustomerSearch />}
      bulkActions={
        canWrite && (
          <>
            {!isSelectable && <SelectionHint />}
            <CustomerBulkActions />
          </>
        )
      }
    >
      <ListRecords
        path={customerPath}
        isSelectable={isSelectable}
        actions={<RowActions />}
        card={(customer: CustomerRecord) => ({
          title: <Ellipsis>{nameOf(customer)}</Ellipsis>,
          status: <CustomerChips customer={customer} />,
          main: customer.email,
          meta: (
            <>
              <DateField source="createdAt" /> <span>{`· ${countryOf(customer)}`}</span>
            </>
          ),
        })}
      >
        <DataTable.Col source="fullName" label={label('name')} className="cut" render={nameOf} />
        <DataTable.Col source="email" label={label('email')} className="cut wide" />
        <DataTable.Col source="country" label={label('country')} className="whole" render={countryOf} />
        <DataTable.Col source="createdAt" label={label('createdAt')} field={DateField} />
        <DataTable.Col
          source="hasPayment"
          label={label('status')}
          render={(customer: CustomerRecord) => <CustomerChips customer={customer} />}
        />
      </ListRecords>
    </ListFrame>
  );
}

const MergeDialog = lazyPart(() => import('./MergeDialog.js'), 'MergeDialog');

/** Merges two selected customers: the older one stays. */
export function CustomerBulkActions() {
  const label = useTexts('resources.customers.merge');
  const showDialog = useShowDialog();
  const { records, unselect } = useSelected<CustomerRecord>();
  const [into, from, more] = [...records].sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  if (!into) return null;
  const isPair = from && !more;
  return (
    <BulkActions
      label={label('bar')}
      details={isPair ? undefined : ` · ${label('pair')}`}
      hasMatching={false}
    >
      <Button
        variant="contained"
        disabled={!isPair}
        onClick={() =>
          isPair &&
          showDialog((close) => (
            <MergeDialog
              id={into.id}
              from={from.id}
              onMerged={() => unselect([into.id, from.id])}
              onClose={close}
            />
          ))
        }
      >
        {label('action')}
      </Button>
    </BulkActions>
  );
}

const noSearch = Object.fromEntries(customerSearchFields.map((field) => [field, '']));

/** Reads the search from the list's filter; there is at most one. */
export function searchOf(filter: object) {
  const values = filter as Partial<Record<CustomerSearchField, string>>;
  const field = customerSearchFields.find((name) => values[name]) ?? customerSearchFields[0];
  return { field, text: values[field] ?? '' };
}

/** The field that was chosen, for the search in it alone. */
interface Choice {
  field: CustomerSearchField;
  /** The filter that it is chosen for. */
  filter: string;
  /** The filter that is rendered until then. */
  before: string | undefined;
}

/** One text, searched in the chosen field on Enter. */
export function CustomerSearch() {
  const translate = useTranslate();
  const { filter, setFilter } =
    useListFilter<Partial<Record<CustomerSearchField | 'province' | 'duplicates' | 'termEnds', string>>>();
  const { province, termEnds } = filter;
  const { field: applied, text } = searchOf(filter);
  // The chosen field applies to its search only: Back, or a shared link, brings the field with the filter.
  const [choice, setChoice] = useState<Choice>();
  const rendered = JSON.stringify(filter);
  if (choice?.before !== undefined && choice.filter === rendered) setChoice({ ...choice, before: undefined });
  const isChosen = choice && [choice.filter, choice.before].includes(rendered);
  const field = isChosen ? choice.field : applied;
  const search = (name: CustomerSearchField, typed: string) => {
    const latest = latestFilter(filter);
    const next = typed || searchOf(latest).text ? setFilter({ ...noSearch, [name]: typed }) : latest;
    setChoice({ field: name, filter: JSON.stringify(next), before: rendered });
  };

  return (
    <FilterBar>
      <FilterSelect
        label={translate('resources.customers.searchBy')}
        value={field}
        choices={customerSearchFields.map((id) => ({
          id,
          name: translate(`resources.customers.searchFields.${id}`),
        }))}
        // An applied search moves to the new field at once; text that is only typed waits for Enter.
        onChange={(name) => search(name as CustomerSearchField, searchOf(latestFilter(filter)).text)}
      />
      <SearchBox
        label={translate('ra.action.search')}
        value={text}
        onSearch={(typed) => search(field, typed)}
      />
      <FoldingFilters beside={[...customerSearchFields]}>
        <ProvinceFilter value={province ?? ''} onChange={(code) => setFilter({ province: code })} />
        <SelectFilter
          source="duplicates"
          label={translate('resources.customers.duplicates.filter')}
          emptyText={translate('resources.customers.duplicates.all')}
          choices={[{ id: 'true', name: translate('resources.customers.duplicates.only') }]}
        />
        {/* Set by the dashboard's link alone. */}
        {termEnds && (
          <SelectFilter
            source="termEnds"
            label={translate('resources.customers.termEnds.filter')}
            emptyText={translate('resources.customers.termEnds.all')}
            choices={[{ id: 'true', name: translate('resources.customers.termEnds.only') }]}
          />
        )}
        <ClearFilters />
        <SavedViews />
      </FoldingFilters>
    </FilterBar>
  );
}
