import type { ResourceProps } from 'react-admin';
import { Route } from 'react-router';
import { lazyList, lazyPage, lazyShow } from '../ui/page/lazyPage.js';
import { pages } from '#domain/pages';
import { AccessDenied } from '../ui/page/AccessDenied.js';
import { NotFound } from '../ui/page/NotFound.js';
import { Permitted } from '../ui/page/Permitted.js';

const PaymentList = lazyList(() => import('./list/PaymentList.js'), 'PaymentList');
const PaymentFormPage = lazyPage(() => import('./form/PaymentFormPage.js'), 'PaymentFormPage');
const PaymentShow = lazyShow(() => import('./show/PaymentShow.js'), 'PaymentShow');

const paymentForm = (
  <Permitted to="write" resource="payments" otherwise={<AccessDenied back={pages.payments} />}>
    <PaymentFormPage />
  </Permitted>
);

/** Payments: their pages, each fetched when it is opened. */
export const payments: ResourceProps = {
  name: 'payments',
  recordRepresentation: 'referenceNumber',
  children: [
    <Route key="list" index element={<PaymentList />} />,
    <Route key="new" path="new" element={paymentForm} />,
    <Route key="show" path=":id" element={<PaymentShow />} />,
    <Route key="other" path="*" element={<NotFound />} />,
  ],
};
