import { faker } from '@faker-js/faker';
import type { Connection } from 'mongoose';

/** A pending payment, with its customer's name. */
export interface Waiting {
  id: string;
  referenceNumber: string;
  fullName: string;
  amount: number;
  currency: string;
  day: string;
}

/** A generated transfer of a bank's file, and the correct result of its matching. */
export interface MadeTransfer {
  day: string;
  text: string;
  amount: number;
  /** The payment that the transfer is for; undefined where that is none of the database. */
  paymentId?: string;
  /** True where the reference and the amount are exact and no other transfer is for the same payment. */
  isExact: boolean;
}

/** Makes all payments pending and returns those of a currency. */
export async function waitingPayments(connection: Connection, currency: string): Promise<Waiting[]> {
  const payments = connection.collection('payments');
  // Without its entries a payment is due whole.
  const made = { ledger: '', balance: '', attention: '', bookedOn: '' };
  await payments.updateMany({}, { $set: { status: 'pending' }, $unset: made });
  await connection.collection('bookings').deleteMany({});
  const customers = new Map<string, string>();
  for await (const { _id, fullName } of connection
    .collection('customers')
    .find({}, { projection: { fullName: 1 } }))
    customers.set(String(_id), fullName as string);
  const found: Waiting[] = [];
  for await (const payment of payments.find({ currency }).sort({ createdAt: 1 })) {
    const { _id, referenceNumber, customerId, amount, transferDate } = payment as Record<string, unknown>;
    found.push({
      id: String(_id),
      referenceNumber: referenceNumber as string,
      amount: amount as number,
      currency,
      fullName: customers.get(String(customerId)) ?? '',
      day: (transferDate as Date).toISOString().slice(0, 10),
    });
  }
  return found;
}

const lookAlike: Record<string, string> = { 0: 'O', 1: 'I', 5: 'S', 2: 'Z', 6: 'G' };
const any = <Value>(values: readonly Value[]): Value => faker.helpers.arrayElement([...values]);

/** A reference as payers write it. */
function written(reference: string): string {
  return any([
    () => reference,
    () => reference.toLowerCase(),
    () => reference.replaceAll('-', ''),
    () => reference.replaceAll('-', ' '),
    () => reference.replace(/[01256](?=\d{3}$)/, (digit) => lookAlike[digit] ?? digit),
    () => `${reference.slice(0, 14)}\u00a0${reference.slice(14)}`,
  ])();
}

/** A reference with one mistake: a digit replaced, left out, doubled, or two swapped. */
function mistyped(reference: string): string {
  const at = faker.number.int({ min: 9, max: 20 });
  const replaced = any([...'0123456789ABCDEF'].filter((digit) => digit !== reference[at]));
  return any([
    () => reference.slice(0, at) + replaced + reference.slice(at + 1),
    () => reference.slice(0, at) + reference.slice(at + 1),
    () => reference.slice(0, at) + reference[at] + reference.slice(at),
    () => reference.slice(0, at) + reference[at + 1] + reference[at] + reference.slice(at + 2),
  ])();
}

const name = (): string => `${faker.person.firstName()} ${faker.person.lastName()}`.toUpperCase();

/** Returns transfers with realistic noise: one for most payments, in random order. */
export function noisyTransfers(waiting: readonly Waiting[], total: number): MadeTransfer[] {
  const transfers: MadeTransfer[] = [];
  const queue = faker.helpers.shuffle([...waiting]);
  for (let number = 0; transfers.length < total; number++) {
    const payment = queue[number % queue.length] as Waiting;
    const other = queue[(number + 1) % queue.length] as Waiting;
    const { id, referenceNumber, fullName, amount, day } = payment;
    const payer = fullName.toUpperCase();
    const add = (text: string, sum: number, paymentId?: string, isExact = false) =>
      transfers.push({
        day,
        text: `${text} TX${number}`,
        amount: Math.round(sum * 100) / 100,
        isExact,
        ...(paymentId && { paymentId }),
      });
    const kind = faker.number.int({ min: 0, max: 99 });
    const reference = written(referenceNumber);
    if (kind < 45)
      add(any([`E-TRANSFER ${reference} ${payer}`, `${payer} ${reference} `, reference]), amount, id, true);
    else if (kind < 58) add(`${payer} ${mistyped(referenceNumber)} `, amount, id);
    else if (kind < 70) add(`INTERAC ETRNSFR AD RECVD ${payer}`, amount, id);
    else if (kind < 78)
      add(`WIRE ${reference} ${payer}`, amount - faker.number.int({ min: 15, max: 45 }), id);
    else if (kind < 82) add(`${reference} ${payer}`, amount + faker.number.int({ min: 1, max: 300 }), id);
    else if (kind < 87) for (const again of ['', 'AGAIN ']) add(`${again}${reference} ${payer}`, amount, id);
    else if (kind < 90) add(`${reference} ${written(other.referenceNumber)} `, amount, id);
    else if (kind < 93)
      add(`${payer} ${referenceNumber.slice(0, -faker.number.int({ min: 1, max: 4 }))} `, amount, id);
    else if (kind < 95) add(`${referenceNumber}${payer.slice(0, 4)} `, amount, id);
    else add(`E-TRANSFER - AUTODEPOSIT ${name()}`, amount);
    // Transfers for a payment that is used more than once are not exact.
    if (number >= queue.length)
      for (const transfer of transfers) if (transfer.paymentId === id) transfer.isExact = false;
  }
  return transfers.slice(0, total);
}

/** A CSV file of transfers. */
export const fileOf = (transfers: readonly MadeTransfer[]): string =>
  [
    'Date,Description,Amount',
    ...transfers.map(({ day, text, amount }) => `${day},"${text}",${amount.toFixed(2)}`),
  ].join('\n');
