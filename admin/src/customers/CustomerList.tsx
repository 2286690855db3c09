import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import {
  CreateButton,
  DataTable,
  SimpleList,
  TopToolbar,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import type { CustomerRecord } from '../data/dataProvider.js';
import { useCan } from '../session/role.js';
import { ExportMenu } from '../ui/exports/ExportMenu.js';
import { Ellipsis } from '../ui/lists/Ellipsis.js';
import { ListEmpty } from '../ui/lists/ListEmpty.js';
import { LinkedRows, stickyHead } from '../ui/lists/linkedRows.js';
import { SortSelect } from '../ui/lists/SortSelect.js';
import { useRememberList } from '../ui/lists/useNeighbours.js';
import { Permitted } from '../ui/page/Permitted.js';
import { customerEditPath, customerPath } from '../ui/paths.js';
import { CustomerDeleteDialog } from './CustomerDeleteDialog.js';
import { CustomerSearch, searchOf } from './CustomerSearch.js';
import {
  CustomerCountry,
  CustomerCreatedAt,
  CustomerEmail,
  CustomerName,
  CustomerStatusChip,
} from './fields.js';

/** Deletes the customer of a row, after asking. */
function DeleteCustomerButton() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  const [asking, setAsking] = useState(false);
  if (!customer) return null;
  return (
    <>
      <IconButton
        title={translate('resources.customers.actions.delete')}
        aria-label={translate('resources.customers.rowActions.delete', { name: customer.fullName })}
        onClick={() => setAsking(true)}
      >
        <DeleteIcon />
      </IconButton>
      {asking && <CustomerDeleteDialog onClose={() => setAsking(false)} />}
    </>
  );
}

/** The actions of a row, or of a card, whose name opens it. */
function RowActions({ isOfCard = false }: { isOfCard?: boolean }) {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  const canWrite = useCan('write', 'customers');
  if (!customer) return null;
  const name = customer.fullName;
  const link = (to: string, action: 'view' | 'edit', icon: typeof EditIcon) => {
    const Icon = icon;
    return (
      <IconButton
        component={Link}
        to={to}
        title={translate(`resources.customers.actions.${action}`)}
        aria-label={translate(`resources.customers.rowActions.${action}`, { name })}
      >
        <Icon />
      </IconButton>
    );
  };
  return (
    // A click on an action, or in the dialog that it opens, opens no record.
    <Box
      component="span"
      sx={isOfCard ? { display: 'grid' } : { whiteSpace: 'nowrap' }}
      onClick={(event) => event.stopPropagation()}
    >
      {!isOfCard && link(customerPath(customer.id), 'view', VisibilityIcon)}
      {canWrite && (
        <>
          {link(customerEditPath(customer.id), 'edit', EditIcon)}
          <DeleteCustomerButton />
        </>
      )}
    </Box>
  );
}

const AddButton = () => <CreateButton to={pages.newCustomer} label="resources.customers.add" />;

/** The actions beside the title: the export of every customer that passes the search on the screen, and a new one. */
export function Actions() {
  const filter = useListContext().filterValues as object;
  return (
    <TopToolbar>
      <ExportMenu
        resource="customers"
        // Sent as `search` too, the older parameter of this call; exported rows pass both.
        query={{ search: searchOf(filter).text, filter }}
        label="resources.customers.export"
      />
      <AddButton />
    </TopToolbar>
  );
}

/** The search above the records. */
export const Filters = () => <CustomerSearch />;

const sorts = {
  fullName: 'name',
  email: 'email',
  country: 'country',
  createdAt: 'createdAt',
  hasPayment: 'status',
};
const columnLabel = (name: string) => `resources.customers.columns.${name}`;
const sortOptions = Object.entries(sorts).map(([sortBy, name]) => ({ sortBy, label: columnLabel(name) }));

/** The customers as rows, or as cards where a table would not fit. */
export function Records() {
  useRememberList();
  const translate = useTranslate();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const empty = (
    <ListEmpty
      title={translate('resources.customers.empty')}
      hint={translate('resources.customers.emptyHint')}
      action={<AddButton />}
    />
  );
  if (isNarrow)
    return (
      <>
        <SortSelect columns={sortOptions} />
        <SimpleList<CustomerRecord>
          linkType={false}
          empty={empty}
          primaryText={() => (
            <Box sx={{ flex: 1, minWidth: 0, fontWeight: 600, fontSize: '0.875rem' }}>
              <Ellipsis>
                <CustomerName />
              </Ellipsis>
            </Box>
          )}
          tertiaryText={() => <CustomerStatusChip />}
          secondaryText={({ email }) => (
            <>
              <Ellipsis>{email}</Ellipsis>
              <CustomerCreatedAt /> · <CustomerCountry />
            </>
          )}
          rightIcon={() => (
            <Permitted to="write" resource="customers">
              <RowActions isOfCard />
            </Permitted>
          )}
        />
      </>
    );
  return (
    <DataTable
      bulkActionButtons={false}
      rowClick={(id) => (String(getSelection()) === '' ? customerPath(id) : false)}
      body={LinkedRows}
      empty={empty}
      sx={stickyHead}
    >
      <DataTable.Col source="fullName" label={columnLabel('name')} className="cut">
        <Ellipsis>
          <CustomerName />
        </Ellipsis>
      </DataTable.Col>
      <DataTable.Col source="email" label={columnLabel('email')} className="cut">
        <Ellipsis>
          <CustomerEmail />
        </Ellipsis>
      </DataTable.Col>
      <DataTable.Col source="country" label={columnLabel('country')} className="whole">
        <CustomerCountry />
      </DataTable.Col>
      <DataTable.Col source="createdAt" label={columnLabel('createdAt')}>
        <CustomerCreatedAt />
      </DataTable.Col>
      <DataTable.Col source="hasPayment" label={columnLabel('status')}>
        <CustomerStatusChip />
      </DataTable.Col>
      <DataTable.Col label="admin.list.actions" align="right">
        <RowActions />
      </DataTable.Col>
    </DataTable>
  );
}
