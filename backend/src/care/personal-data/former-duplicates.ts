import type { ClientSession, Connection } from 'mongoose';
import type { BankTransaction } from '../../bank/transactions/bank-transaction.schema.js';
import type { Customer } from '../../customers/customer.schema.js';
import type { Payment } from '../../payments/payment.schema.js';
import type { Person } from './person/person.js';

/** Has the customers looked at again that were possible duplicates of a person, before what they share is erased. */
export async function lookAgainAtDuplicates(
  connection: Connection,
  { customerIds, transactionIds }: Person,
  session: ClientSession,
): Promise<void> {
  const customers = connection.collection<Customer>('customers');
  const transactions = connection.collection<BankTransaction>('banktransactions');
  const keys = await customers.distinct('duplicateKeys', { _id: { $in: customerIds } }, { session });
  const payers = await transactions.distinct('payerKey', { _id: { $in: transactionIds } }, { session });
  const paid = await transactions.distinct(
    'allocations.paymentId',
    { payerKey: { $in: payers }, 'allocations.customerId': { $exists: true } },
    { session },
  );
  // An allocation names the customer of its day; a payment may have gone to another one since.
  const owners = await connection
    .collection<Payment>('payments')
    .distinct('customerId', { _id: { $in: paid } }, { session });
  await customers.updateMany(
    { $or: [{ duplicateKeys: { $in: keys } }, { _id: { $in: owners } }], isDuplicate: true },
    { $set: { duplicatesDue: true } },
    { session },
  );
}
