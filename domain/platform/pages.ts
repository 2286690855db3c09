import { orderPage } from './order-page.js';
import type { SectionAddress } from './resources.js';

/** Those of the pages in the table of resources.ts that code names. */
const sections = {
  customers: '/admin/customers',
  newCustomer: '/admin/customers/new',
  payments: '/admin/payments',
  newPayment: '/admin/payments/new',
  reports: '/admin/reports',
  reconcile: '/admin/reconcile',
  importStatement: '/admin/reconcile/import',
  bankAccounts: '/admin/reconcile/accounts',
  interacNotices: '/admin/reconcile/notices',
  cardEvents: '/admin/card-events',
  cardPayouts: '/admin/card-payouts',
  documents: '/admin/documents',
  mails: '/admin/mails',
  overdue: '/admin/overdue',
  people: '/admin/people',
  audit: '/admin/audit',
} as const satisfies Record<string, SectionAddress>;

/** Addresses that code names; any that is neither here nor in the table of resources.ts is the 404 page. */
export const pages = {
  checkout: '/',
  order: orderPage,
  login: '/login',
  admin: '/admin',
  dashboard: '/admin/dashboard',
  account: '/admin/account',
  /** react-admin's, for a page that a role has no access to. */
  accessDenied: '/admin/access-denied',
  /** Open to each person who has the link of a mail: its token is the fragment, which no server sees. */
  resetPassword: '/admin/reset-password',
  invitation: '/admin/invitation',
  confirmEmail: '/admin/confirm-email',
  ...sections,
} as const;
