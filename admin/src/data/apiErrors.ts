import { messages } from '#domain/platform/messages';
import type { OfficeRecordName } from '#domain/platform/resources';
import { HttpError } from '#browser/http';

/** The resources of this API. */
export type ResourceName = OfficeRecordName | 'people' | 'audit';
/** `one` is a record loaded for a form or a card, `details` for its own page. */
type Action = 'list' | 'one' | 'details' | 'create' | 'update' | 'delete' | 'export';

const defaults: Partial<Record<ResourceName, Partial<Record<Action, string>>>> = {
  customers: {
    list: messages.fetchCustomers,
    one: messages.fetchCustomer,
    details: messages.fetchCustomerDetails,
    create: messages.createCustomer,
    update: messages.updateCustomer,
    delete: messages.deleteCustomer,
    export: messages.exportCustomers,
  },
  payments: {
    list: messages.fetchPayments,
    one: messages.fetchPayment,
    details: messages.fetchPaymentDetails,
    create: messages.createPayment,
    update: messages.updatePayment,
    delete: messages.deletePayment,
    export: messages.exportPayments,
  },
  'bank-transactions': {
    list: messages.fetchTransactions,
    one: messages.fetchTransaction,
    export: messages.exportTransactions,
  },
  statements: {
    list: messages.fetchStatements,
    one: messages.fetchStatement,
    delete: messages.deleteStatement,
  },
  mails: {
    list: messages.fetchMails,
    details: messages.fetchMail,
  },
  'card-events': {
    list: messages.fetchCardEvents,
    one: messages.fetchCardEvent,
  },
  'card-payouts': {
    list: messages.fetchPayouts,
    details: messages.fetchPayout,
  },
  documents: {
    list: messages.fetchDocuments,
    export: messages.exportDocuments,
  },
  'interac-notices': {
    list: messages.fetchNotices,
    update: messages.updateNotice,
    delete: messages.deleteNotice,
  },
  people: { list: messages.fetchPeople },
  audit: { list: messages.fetchActivity },
  'bank-accounts': {
    list: messages.fetchBankAccounts,
    create: messages.createBankAccount,
    update: messages.updateBankAccount,
  },
};

const others: Record<Action, string> = {
  list: messages.fetchList,
  one: messages.fetchRecord,
  details: messages.fetchRecord,
  create: messages.createRecord,
  update: messages.updateRecord,
  delete: messages.deleteRecord,
  export: messages.exportRecords,
};

/** The message of a failed call whose response carries none. */
export const defaultErrorMessage = (resource: string, action: Action): string =>
  defaults[resource as ResourceName]?.[action] ?? others[action];

/** Gives an error without a message the default one of its call. */
export async function withDefaultMessage<Result>(fallback: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof HttpError && error.message === '')
      throw new HttpError(fallback, error.status, error.body);
    throw error;
  }
}

/** Puts the error of a form's call where react-admin looks for that of the whole form: `root.serverError`. */
export async function withFormError<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const errors = { ...error.body.errors, root: { serverError: error.message } };
    throw new HttpError(error.message, error.status, { ...error.body, errors } as object, error.headers);
  }
}
