import PaymentIcon from '@mui/icons-material/PaymentOutlined';
import { lazyList, lazyPage, lazyShow } from '../ui/page/lazyPage.js';
import { defineResource } from '../ui/page/resource.js';

/** Payments: their pages, each fetched when it is opened. */
export const payments = defineResource({
  name: 'payments',
  labels: {
    name: 'Payment |||| Payments',
    subtitle: 'Manage payment records and track transaction history',
    commands: { new: 'Record Payment' },
  },
  icon: <PaymentIcon />,
  recordRepresentation: 'referenceNumber',
  pages: {
    '': lazyList(() => import('./list/PaymentList.js'), 'PaymentList'),
    new: lazyPage(() => import('./form/PaymentForm.js'), 'PaymentFormPage'),
    ':id': lazyShow(() => import('./show/PaymentShow.js'), 'PaymentShow'),
  },
  commands: { new: 'write' },
});
