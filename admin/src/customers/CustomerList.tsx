import type { Column } from '../ui/lists/column.js';
import { ListPage } from '../ui/lists/ListPage.js';
import { RecordList } from '../ui/lists/RecordList.js';
import { customerPath } from '../ui/paths.js';
import {
  CustomerCountry,
  CustomerCreatedAt,
  CustomerEmail,
  CustomerName,
  CustomerStatusChip,
} from './fields.js';
import { CustomerRowActions } from './CustomerRowActions.js';
import { CustomerSearch } from './CustomerSearch.js';
import { CustomerListEmpty } from './CustomerListEmpty.js';
import { CustomerListHeader } from './CustomerListHeader.js';

const columns: Column[] = [
  {
    label: 'resources.customers.columns.name',
    field: <CustomerName />,
    sortBy: 'fullName',
    ellipsis: true,
    card: 'title',
  },
  {
    label: 'resources.customers.columns.email',
    field: <CustomerEmail />,
    sortBy: 'email',
    ellipsis: true,
    card: 'main',
  },
  {
    label: 'resources.customers.columns.country',
    field: <CustomerCountry />,
    sortBy: 'country',
    nowrap: true,
    card: 'meta',
  },
  {
    label: 'resources.customers.columns.createdAt',
    field: <CustomerCreatedAt />,
    sortBy: 'createdAt',
    card: 'meta',
  },
  {
    label: 'resources.customers.columns.status',
    field: <CustomerStatusChip />,
    sortBy: 'hasPayment',
    card: 'status',
  },
];

/** All customers: searched by one field, opened, edited, deleted and exported. */
export const CustomerList = () => (
  <ListPage header={<CustomerListHeader />} filters={<CustomerSearch />}>
    <RecordList
      columns={columns}
      actions={<CustomerRowActions />}
      path={customerPath}
      empty={<CustomerListEmpty />}
    />
  </ListPage>
);
