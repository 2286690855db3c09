import type { ResourceProps } from 'react-admin';
import { Route } from 'react-router';
import { lazyList, lazyPage, lazyShow } from '../ui/page/lazyPage.js';
import { NotFound } from '../ui/page/NotFound.js';

const CustomerList = lazyList(() => import('./CustomerList.js'), 'CustomerList');
const CustomerCreate = lazyPage(() => import('./CustomerCreate.js'), 'CustomerCreate');
const CustomerShow = lazyShow(() => import('./CustomerShow.js'), 'CustomerShow');
const CustomerEdit = lazyPage(() => import('./CustomerEdit.js'), 'CustomerEdit');

/** Customers: their pages, each fetched when it is opened. */
export const customers: ResourceProps = {
  name: 'customers',
  recordRepresentation: 'fullName',
  children: [
    <Route key="list" index element={<CustomerList />} />,
    <Route key="new" path="new" element={<CustomerCreate />} />,
    <Route key="show" path=":id" element={<CustomerShow />} />,
    <Route key="edit" path=":id/edit" element={<CustomerEdit />} />,
    <Route key="other" path="*" element={<NotFound />} />,
  ],
};
