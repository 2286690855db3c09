import type { ReactNode } from 'react';
import type { ResourceProps } from 'react-admin';
import { Route } from 'react-router';
import { lazyList, lazyPage, lazyShow } from '../ui/page/lazyPage.js';
import { pages } from '#domain/pages';
import { AccessDenied } from '../ui/page/AccessDenied.js';
import { NotFound } from '../ui/page/NotFound.js';
import { Permitted } from '../ui/page/Permitted.js';

const CustomerList = lazyList(() => import('./CustomerList.js'), 'CustomerList');
const CustomerCreate = lazyPage(() => import('./CustomerCreate.js'), 'CustomerCreate');
const CustomerShow = lazyShow(() => import('./CustomerShow.js'), 'CustomerShow');
const CustomerEdit = lazyPage(() => import('./CustomerEdit.js'), 'CustomerEdit');

const form = (page: ReactNode) => (
  <Permitted to="write" resource="customers" otherwise={<AccessDenied back={pages.customers} />}>
    {page}
  </Permitted>
);

/** Customers: their pages, each fetched when it is opened. */
export const customers: ResourceProps = {
  name: 'customers',
  recordRepresentation: 'fullName',
  children: [
    <Route key="list" index element={<CustomerList />} />,
    <Route key="new" path="new" element={form(<CustomerCreate />)} />,
    <Route key="show" path=":id" element={<CustomerShow />} />,
    <Route key="edit" path=":id/edit" element={form(<CustomerEdit />)} />,
    <Route key="other" path="*" element={<NotFound />} />,
  ],
};
