import PaymentIcon from '@mui/icons-material/PaymentOutlined';
import { lazyList, lazyPage, lazyShow } from '../ui/page/lazyPage.js';
import { defineResource } from '../ui/page/resource.js';
import { paymentsEnglish } from './en.js';

/** Payments: their pages, each fetched when it is opened. */
export const payments = defineResource({
  name: 'payments',
  labels: paymentsEnglish,
  icon: <PaymentIcon />,
  recordRepresentation: 'referenceNumber',
  pages: {
    '': lazyList(() => import('./list/PaymentList.js'), 'PaymentList'),
    new: lazyPage(() => import('./form/PaymentFormPage.js'), 'PaymentFormPage'),
    ':id': lazyShow(() => import('./show/PaymentShow.js'), 'PaymentShow'),
  },
  commands: { new: 'write' },
  // A payment makes its customer active, and a change of status queues a mail to the payer.
  writes: {
    payments: ['customers', 'bank-transactions', 'card-events', 'mails', 'overdue', 'counts'],
  },
});
