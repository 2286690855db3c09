import { messages } from '../../domain/messages.js';
import { HttpError } from './http.js';

/** The resources of this API. */
export type ResourceName = 'customers' | 'payments';
/** `one` is a record that a form or a card asks for, `details` the page of the record. */
type Action = 'list' | 'one' | 'details' | 'create' | 'update' | 'delete' | 'export';

const defaults: Record<ResourceName, Record<Action, string>> = {
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
};

/** The default sentence of a call that failed without words. */
export const defaultErrorMessage = (resource: string, action: Action): string =>
  (resource in defaults ? defaults[resource as ResourceName] : undefined)?.[action] ?? '';

/** Gives a failure that came without words the default of its call. */
export async function withDefaultMessage<Result>(fallback: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof HttpError && error.message === '')
      throw new HttpError(fallback, error.status, error.body);
    throw error;
  }
}
