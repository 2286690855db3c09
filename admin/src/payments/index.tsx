import type { ResourceProps } from 'react-admin';
import { Route } from 'react-router';
import { lazyList, lazyPage, lazyShow } from '../common/lazyPage.js';
import { NotFound } from '../layout/NotFound.js';

const PaymentList = lazyList(() => import('./PaymentList.js'), 'PaymentList');
const PaymentFormPage = lazyPage(() => import('./PaymentFormPage.js'), 'PaymentFormPage');
const PaymentShow = lazyShow(() => import('./PaymentShow.js'), 'PaymentShow');

/** Payments: their pages, each fetched when it is opened. */
export const payments: ResourceProps = {
  name: 'payments',
  recordRepresentation: 'referenceNumber',
  children: [
    <Route key="list" index element={<PaymentList />} />,
    <Route key="new" path="new" element={<PaymentFormPage />} />,
    <Route key="show" path=":id" element={<PaymentShow />} />,
    <Route key="other" path="*" element={<NotFound />} />,
  ],
};
