import { faker } from '@faker-js/faker';
import { type Currency, roundToCents } from '../../../domain/money.js';
import type { MadeRow, Step } from './bank-file.js';

/** A seeded payment, as transfers for it are made up. */
export interface SeededPayment {
  id: string;
  referenceNumber: string;
  payer: string;
  amount: number;
  currency: Currency;
  quoted: number;
  /** YYYY-MM-DD: the day that the visitor expected to pay on. */
  expected: string;
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const arrived = ({ expected }: SeededPayment, late = 1): string => dayAfter(expected, late);
const partOf = ({ id }: SeededPayment, amount: number, note?: string): Step => ({
  do: 'match',
  allocations: [{ paymentId: id, amount }],
  ...(note && { note }),
});
const whole = (payment: SeededPayment, note?: string): Step => partOf(payment, payment.amount, note);

/** Makes something of the next payment, where there is one. */
function next(queue: SeededPayment[], make: (payment: SeededPayment) => MadeRow[]): MadeRow[] {
  const payment = queue.shift();
  return payment ? make(payment) : [];
}

/** The same for every payment that is left. */
const rest = (queue: SeededPayment[], make: (payment: SeededPayment) => MadeRow): MadeRow[] =>
  queue.splice(0).map(make);

/** An Interac notification in English. */
const englishNotice = (payment: SeededPayment, number: string): string =>
  `Interac e-Transfer\n\n${payment.payer} has sent you a money transfer for the amount of $${payment.amount.toFixed(2)} (CAD) and the money has been automatically deposited.\n\nMessage: Trip ${payment.referenceNumber}\n\nReference Number: ${number}`;
/** The same in French. */
const frenchNotice = (payment: SeededPayment, number: string): string =>
  `Virement Interac\n\n${payment.payer} vous a envoyé un virement de ${payment.amount.toFixed(2).replace('.', ',')} $ (CAD)\n\nMessage : voyage ${payment.referenceNumber}\n\nNuméro de référence : ${number}`;

/** A reference with its last two digits swapped, or another last digit where they are the same. */
function mistyped(reference: string): string {
  const [one = '', other = ''] = reference.slice(-2);
  return reference.slice(0, -2) + (one === other ? `${one}${(Number(other) + 1) % 10}` : other + one);
}

/** Rows of former months, nearly all of them matched: paid by others, for two at once, refunded whole and in part. */
export function settledRows(payments: SeededPayment[]): MadeRow[] {
  const queue = [...payments];
  const rows = [
    ...next(queue, (p) => {
      const row = { text: 'E-TRANSFER - AUTODEPOSIT NORTHERN HOLDINGS INC', amount: p.amount };
      return [
        { day: arrived(p), ...row, steps: [whole(p, 'Paid by the company of the customer')] },
        // Once more: a possible double payment.
        { day: arrived(p, 3), ...row },
      ];
    }),
    ...next(queue, (p) => [
      {
        ...{ day: arrived(p), text: `E-TRANSFER - AUTODEPOSIT ${p.payer}`, amount: p.amount },
        steps: [whole(p)],
      },
      {
        ...{ day: arrived(p, 9), text: `E-TRANSFER SENT ${p.payer} REFUND`, amount: -p.amount },
        steps: [whole(p)],
      },
    ]),
    ...next(queue, (p) => [
      {
        ...{ day: arrived(p), text: `WIRE ${p.referenceNumber} ${p.payer}`, amount: p.amount },
        steps: [whole(p)],
      },
      {
        ...{ day: arrived(p, 6), text: `E-TRANSFER SENT ${p.payer} GOODWILL`, amount: -300 },
        steps: [partOf(p, 300, 'Goodwill')],
      },
    ]),
    ...next(queue, (p) =>
      next(queue, (other) => [
        {
          day: arrived(p),
          text: `INTERAC ETRNSFR AD RECVD ${p.payer} FAMILY`,
          amount: roundToCents(p.amount + other.amount),
          steps: [
            {
              do: 'match',
              allocations: [p, other].map(({ id: paymentId, amount }) => ({ paymentId, amount })),
              note: 'One transfer for two travellers',
            },
          ],
        },
      ]),
    ),
    ...rest(queue, (p) => ({
      ...{ day: arrived(p), text: `E-TRANSFER ${p.referenceNumber} ${p.payer}`, amount: p.amount },
      steps: [whole(p)],
    })),
  ];
  const [first] = rows;
  if (first)
    rows.push(
      { day: first.day, text: 'MONTHLY FEE', amount: -25 },
      {
        ...{ day: first.day, text: 'INTEREST', amount: 3.17 },
        steps: [{ do: 'ignore', reason: 'Interest of the bank' }],
      },
    );
  return rows;
}

/** Rows of the last weeks, with notices of two of them: every way in which money arrives, most of it still open. */
export function recentRows(pending: SeededPayment[], pendingUsd: SeededPayment[]) {
  const queue = [...pending];
  const notices: string[] = [];
  const byReference = (p: SeededPayment, difference = 0, days = 1): MadeRow => ({
    day: arrived(p, days),
    text: `E-TRANSFER ${p.referenceNumber} ${p.payer}`,
    amount: roundToCents(p.amount + difference),
  });
  const noticed = (write: typeof englishNotice) => (p: SeededPayment) => {
    const number = `C1A${faker.string.alphanumeric(9)}`;
    notices.push(write(p, number));
    const [initial = '', ...names] = p.payer.split(' ');
    const text = `INTERAC ETRNSFR AD RECVD ${initial[0] ?? ''} ${names.at(-1) ?? ''} ${number}`;
    return [{ day: arrived(p), text, amount: p.amount }];
  };
  const rows: MadeRow[] = [
    // Ready, and one that was confirmed.
    ...next(queue, (p) => [byReference(p)]),
    ...next(queue, (p) => [
      { ...byReference(p), text: p.referenceNumber.toLowerCase().replaceAll('-', ' ') },
    ]),
    ...next(queue, (p) => [{ ...byReference(p), steps: [{ do: 'confirm' }] }]),
    // Short, waiting and accepted; over, with a rest that waits and one that went back.
    ...next(queue, (p) => [byReference(p, -25, 2)]),
    ...next(queue, (p) => {
      const row = byReference(p, -15, 2);
      return [{ ...row, steps: [{ ...partOf(p, row.amount), acceptShortfall: true }] }];
    }),
    ...next(queue, (p) => [{ ...byReference(p, 100), steps: [whole(p)] }]),
    ...next(queue, (p) => [
      { ...byReference(p, 40), steps: [whole(p), { do: 'ignore', reason: 'Sent back to the payer' }] },
    ]),
    // Two transfers for one payment: the first is matched, the second is what is due.
    ...next(queue, (p) => [
      { ...byReference(p, 1000 - p.amount), steps: [partOf(p, 1000)] },
      byReference(p, -1000, 3),
    ]),
    ...next(queue, (p) => [{ ...byReference(p), text: `${p.payer} ${mistyped(p.referenceNumber)}` }]),
    ...next(queue, noticed(englishNotice)),
    ...next(queue, noticed(frenchNotice)),
    ...next(queue, (p) => [{ ...byReference(p), text: `E-TRANSFER - AUTODEPOSIT ${p.payer}` }]),
    // In Canadian dollars, as the visitor was shown it, for a payment that is recorded in US dollars.
    ...next([...pendingUsd], (p) => [
      { day: arrived(p), text: `E-TRANSFER - AUTODEPOSIT ${p.payer}`, amount: p.quoted },
    ]),
  ];
  const [first] = rows;
  if (first)
    rows.push(
      { day: first.day, text: 'E-TRANSFER - AUTODEPOSIT UNKNOWN SENDER LTD', amount: 500 },
      { day: first.day, text: 'MONTHLY FEE', amount: -25 },
    );
  return { rows, notices };
}

/** Rows of an account in US dollars. */
export function dollarRows(pending: SeededPayment[], settled: SeededPayment[]): MadeRow[] {
  const row = (p: SeededPayment): MadeRow => ({
    day: arrived(p),
    text: `Received money from ${p.payer} with reference ${p.referenceNumber}`,
    amount: p.amount,
  });
  const rows = [
    ...next([...pending], (p) => [row(p)]),
    ...settled.map((p) => ({ ...row(p), steps: [whole(p)] })),
  ];
  return rows[0] ? [...rows, { day: rows[0].day, text: 'Wise Charges', amount: -4.1 }] : [];
}

/** One row of an account in baht, for a payment in US dollars. */
export const bahtRows = (pending: SeededPayment[]): MadeRow[] =>
  next([...pending], (p) => [
    {
      ...{ day: arrived(p), text: `SWIFT IN ${p.payer} ${p.referenceNumber}`, amount: 68_500 },
      steps: [{ do: 'match', allocations: [{ paymentId: p.id, amount: 68_500, settles: p.amount }] }],
    },
  ]);
