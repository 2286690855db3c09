import CustomersIcon from '@mui/icons-material/PeopleOutlined';
import { lazyList, lazyPage, lazyShow } from '../ui/page/lazyPage.js';
import { defineResource } from '../ui/page/resource.js';

/** Customers: their pages, each fetched when it is opened. */
export const customers = defineResource({
  name: 'customers',
  labels: {
    name: 'Customer |||| Customers',
    subtitle: 'Manage your customer information and records',
    commands: { new: 'New Customer' },
  },
  icon: <CustomersIcon />,
  recordRepresentation: 'fullName',
  pages: {
    '': lazyList(() => import('./CustomerList.js'), 'CustomerList'),
    new: lazyPage(() => import('./CustomerForm.js'), 'CustomerCreate'),
    ':id': lazyShow(() => import('./CustomerShow.js'), 'CustomerShow'),
    ':id/edit': lazyPage(() => import('./CustomerForm.js'), 'CustomerEdit'),
  },
  commands: { new: 'write' },
});
