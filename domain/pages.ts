/** Addresses that code names; those of the back-office's records are in resources.ts. Any other one is the 404 page. */
export const pages = {
  checkout: '/',
  /** The visitor's own page, below this path, and the form that requests links to it. */
  order: '/order',
  login: '/login',
  admin: '/admin',
  dashboard: '/admin/dashboard',
  customers: '/admin/customers',
  newCustomer: '/admin/customers/new',
  payments: '/admin/payments',
  newPayment: '/admin/payments/new',
  reports: '/admin/reports',
  reconcile: '/admin/reconcile',
  importStatement: '/admin/reconcile/import',
  bankAccounts: '/admin/reconcile/accounts',
  cardEvents: '/admin/card-events',
  mails: '/admin/mails',
  overdue: '/admin/overdue',
  account: '/admin/account',
  people: '/admin/people',
  audit: '/admin/audit',
  /** Open to everybody who has the link of a mail: its token is the fragment, which no server sees. */
  resetPassword: '/admin/reset-password',
  invitation: '/admin/invitation',
} as const;
