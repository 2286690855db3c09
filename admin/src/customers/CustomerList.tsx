import EditIcon from '@mui/icons-material/EditOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { IconButton, Typography } from '@mui/material';
import {
  CreateButton,
  DataTable,
  TextField,
  TopToolbar,
  useListContext,
  useRecordContext,
} from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/platform/pages';
import type { CustomerRecord } from '../data/records.js';
import { useCan } from '../data/session/role.js';
import { ExportMenu } from '../ui/exports/ExportsProvider.js';
import { DeleteWithConfirmButton } from '../ui/forms/FormDialog.js';
import { DateField, Ellipsis } from '../ui/common/fields.js';
import { ListFrame } from '../ui/lists/ListFrame.js';
import { ListRecords } from '../ui/lists/ListRecords.js';
import { useListFilter } from '../ui/lists/FilterBar.js';
import { Permitted } from '../ui/page/Permitted.js';
import { customerEditPath, customerPath } from '../ui/paths.js';
import { CustomerBulkActions } from './CustomerBulkActions.js';
import { CustomerSearch, searchOf } from './CustomerSearch.js';
import { CustomerCountry, CustomerName, CustomerStatusChip } from './fields.js';
import { keysOf, useTranslate } from '../ui/i18n/useTranslate.js';

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
        sx={{ display: { xs: action === 'view' ? 'none' : 'inline-flex', md: 'inline-flex' } }}
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
  return (
    <Typography variant="body2" color="text.secondary" sx={{ px: 2, pb: 2 }}>
      {translate('resources.customers.merge.hint')}
    </Typography>
  );
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
        card={{
          title: (
            <Ellipsis>
              <CustomerName />
            </Ellipsis>
          ),
          status: <CustomerStatusChip />,
          main: <TextField source="email" />,
          meta: (
            <>
              <DateField source="createdAt" /> · <CustomerCountry />
            </>
          ),
        }}
      >
        <DataTable.Col source="fullName" label={label('name')} className="cut" field={CustomerName} />
        <DataTable.Col source="email" label={label('email')} className="cut wide">
          <Ellipsis>
            <TextField source="email" />
          </Ellipsis>
        </DataTable.Col>
        <DataTable.Col source="country" label={label('country')} className="whole" field={CustomerCountry} />
        <DataTable.Col source="createdAt" label={label('createdAt')}>
          <DateField source="createdAt" />
        </DataTable.Col>
        <DataTable.Col source="hasPayment" label={label('status')} field={CustomerStatusChip} />
      </ListRecords>
    </ListFrame>
  );
}
