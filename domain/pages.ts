/** Every page of the web applications; any other address is the 404 page. */
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

const detail = /^\/admin\/(?:customers\/[^/]+(?:\/edit)?|(?:payments|mails)\/[^/]+)$/;

/** True for a path of the back-office, its login included; a trailing slash does not matter. */
export function isAdminPage(path: string): boolean {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
  return (
    (trimmed !== pages.checkout &&
      trimmed !== pages.order &&
      (Object.values(pages) as string[]).includes(trimmed)) ||
    detail.test(trimmed)
  );
}
