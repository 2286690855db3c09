/** Apart from the others, as the client of both programs needs it. */
export const networkMessage = 'Network error. Please try again.';

/**
 * The error catalogue: every message that several places show, and the default of each failed call. The statistics of
 * the dashboard have "Failed to get payment statistics".
 */
export const messages = {
  network: networkMessage,
  login: 'Login failed',
  loginContext: 'Failed to login',
  refresh: 'Token refresh failed',
  noRefreshToken: 'No refresh token available',
  sessionExpired: 'Session expired. Please login again.',
  invalidToken: 'Invalid token',
  invalidCredentials: 'Invalid username or password',
  forbidden: 'You do not have access to this',
  customerNotFound: 'Customer not found',
  customerHasPayments: 'This customer has payments and cannot be deleted',
  paymentNotFound: 'Payment not found',
  monthClosed: 'This payment is in a closed month',
  referenceExists: 'A payment with this reference number already exists',
  editConflict: 'This record was changed by someone else. Reload it to see the latest version.',
  fetchList: 'Failed to fetch the list',
  fetchRecord: 'Failed to fetch the record',
  createRecord: 'Failed to create the record',
  updateRecord: 'Failed to update the record',
  deleteRecord: 'Failed to delete the record',
  exportRecords: 'Failed to export the records',
  dashboard: 'Failed to load dashboard data',
  fetchCustomers: 'Failed to fetch customers',
  fetchCustomer: 'Failed to fetch customer',
  fetchCustomerDetails: 'Failed to fetch customer details',
  createCustomer: 'Failed to create customer',
  updateCustomer: 'Failed to update customer',
  deleteCustomer: 'Failed to delete customer',
  personalData: 'Failed to export the personal data',
  erasurePlan: 'Failed to find what is stored',
  erasePersonalData: 'Failed to erase the personal data',
  exportCustomers: 'Failed to export customers',
  fetchPayments: 'Failed to fetch payments',
  fetchPayment: 'Failed to fetch payment',
  fetchPaymentDetails: 'Failed to fetch payment details',
  createPayment: 'Failed to create payment',
  updatePayment: 'Failed to update payment',
  updatePaymentStatus: 'Failed to update payment status',
  deletePayment: 'Failed to delete payment',
  exportPayments: 'Failed to export payments',
  fetchViews: 'Failed to fetch the saved views',
  saveView: 'Failed to save the view',
  removeView: 'Failed to remove the view',
  fetchMails: 'Failed to fetch mails',
  fetchMail: 'Failed to fetch the mail',
  cancelMail: 'Failed to cancel the mail',
  dismissMail: 'Failed to dismiss the mail',
  sendMail: 'Failed to send the mail',
  paymentLink: 'Failed to get the link',
  report: 'Failed to load the report',
  fetchBooks: 'Failed to load the months',
  fetchAccounts: 'Failed to load the accounts of the journal',
  downloadJournal: 'Failed to download the journal',
  downloadPackage: 'Failed to download the package',
  closeBooks: 'Failed to close the month',
  fetchDocuments: 'Failed to fetch documents',
  fetchDocument: 'Failed to fetch the document',
  fetchDisputeFile: 'Failed to download the dispute file',
  issueDocuments: 'Failed to issue documents',
  exportDocuments: 'Failed to export documents',
  setTaxPlace: 'Failed to set the tax place',
  fetchActivity: 'Failed to fetch activity',
  writeComment: 'Failed to save the comment',
  fetchDuplicates: 'Failed to look for duplicates',
  mergeCustomers: 'Failed to merge the customers',
  undoMerge: 'Failed to undo the merge',
  setDifferent: 'Failed to mark them as different people',
  fetchTransactions: 'Failed to fetch bank transactions',
  fetchTransaction: 'Failed to fetch the bank transaction',
  exportTransactions: 'Failed to export bank transactions',
  confirmTransactions: 'Failed to confirm',
  matchTransaction: 'Failed to match',
  ignoreTransaction: 'Failed to ignore',
  undoTransaction: 'Failed to undo',
  outcomeUnknown: 'No answer came: it is not known whether this was done. Look again before you repeat it.',
  fetchMoney: 'Failed to fetch the money of this payment',
  recordMoney: 'Failed to record the money',
  setPlan: 'Failed to change the plan',
  voidMoney: 'Failed to undo',
  addNotice: 'Failed to add the notice',
  fetchNotices: 'Failed to fetch Interac notices',
  updateNotice: 'Failed to correct the notice',
  deleteNotice: 'Failed to delete the notice',
  fetchBankAccounts: 'Failed to fetch bank accounts',
  createBankAccount: 'Failed to create the bank account',
  updateBankAccount: 'Failed to update the bank account',
  fetchStatements: 'Failed to fetch statements',
  fetchStatement: 'Failed to fetch the statement',
  uploadStatement: 'Failed to read the file',
  importStatement: 'Failed to import the statement',
  downloadStatement: 'Failed to download the statement',
  deleteStatement: 'Failed to delete the statement',
  fetchCardEvents: 'Failed to fetch card events',
  fetchCardEvent: 'Failed to fetch the card event',
  fetchPayouts: 'Failed to fetch payouts',
  fetchPayout: 'Failed to fetch the payout',
  importPayoutReport: 'Failed to import the payout report',
  recordCardEvent: 'Failed to record the card event',
  dismissCardEvent: 'Failed to dismiss the card event',
  fetchAccount: 'Failed to fetch your account',
  updateAccount: 'Failed to save your account',
  changePassword: 'Failed to change the password',
  fetchSessions: 'Failed to fetch your sessions',
  endSession: 'Failed to end the session',
  fetchPeople: 'Failed to fetch people',
  changePerson: 'Failed to change the account',
  getPayments: 'Failed to get payments',
  getPaymentStatistics: 'Failed to get payment statistics',
  // Specified as well as fetchCustomers: this one is the dashboard's.
  getCustomers: 'Failed to get customers',
} as const;

/** Says how many of several records were not updated or deleted, and why. */
export const someFailed = (
  act: 'update' | 'delete',
  failed: number,
  total: number,
  reasons: string[],
): string => `${failed} of ${total} could not be ${act}d: ${reasons.join('; ')}`;

/**
 * The reason of a refusal that a screen can do something about: ask for the password, a code or a passkey again and
 * repeat the call; lead to the set-up of a second factor; begin the sign-in anew.
 */
export type RefusalReason = 'reauthenticate' | 'second-factor' | 'ticket';

/** The body of every error response of the API. */
export interface ApiError {
  statusCode: number;
  /** One sentence that a screen can show unchanged. */
  message: string;
  /**
   * Messages by field; a nested field by its path, `customer.email`; `version` where the change was made on an older
   * version of the record.
   */
  errors?: Record<string, string>;
  reason?: RefusalReason;
}
