import { faker } from '@faker-js/faker';
import { type Currency, plainAmount, sum } from '#domain/platform/money';
import type { MadeRow, Step } from './bank-file.js';

/** A seeded payment that transfers are generated for. */
export interface SeededPayment {
  id: string;
  customerId: string;
  referenceNumber: string;
  payer: string;
  amount: number;
  currency: Currency;
  quoted: number;
  /** True where its money went back. */
  isRefunded: boolean;
  /** YYYY-MM-DD: the transfer date that the visitor expected. */
  expected: string;
}

/** Returns the day so many days after one. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const arrived = ({ expected }: SeededPayment, late = 1): string => dayAfter(expected, late);
const partOf = ({ id }: SeededPayment, amount: number, note?: string): Step => ({
  do: 'match',
  allocations: [{ paymentId: id, amount }],
  ...(note && { note }),
});
const whole = (payment: SeededPayment, note?: string): Step => partOf(payment, payment.amount, note);

/** Generates rows for the next payment, if there is one. */
function next(queue: SeededPayment[], make: (payment: SeededPayment) => MadeRow[]): MadeRow[] {
  const payment = queue.shift();
  return payment ? make(payment) : [];
}

/** Generates a row for each remaining payment. */
const rest = (queue: SeededPayment[], make: (payment: SeededPayment) => MadeRow[]): MadeRow[] =>
  queue.splice(0).flatMap(make);

/** An Interac notification in English. */
const englishNotice = (payment: SeededPayment, number: string): string =>
  `Interac e-Transfer\n\n${payment.payer} has sent you a money transfer for the amount of $${plainAmount(payment.amount)} (CAD) and the money has been automatically deposited.\n\nMessage: Trip ${payment.referenceNumber}\n\nReference Number: ${number}`;
/** An Interac notification in French. */
const frenchNotice = (payment: SeededPayment, number: string): string =>
  `Virement Interac\n\n${payment.payer} vous a envoyé un virement de ${plainAmount(payment.amount).replace('.', ',')} $ (CAD)\n\nMessage : voyage ${payment.referenceNumber}\n\nNuméro de référence : ${number}`;

/** Returns a reference with its last two digits swapped, or with another last digit where they are equal. */
function mistyped(reference: string): string {
  const [one = '', other = ''] = reference.slice(-2);
  return reference.slice(0, -2) + (one === other ? `${one}${(Number(other) + 1) % 10}` : other + one);
}

/** A transfer of the whole amount, and the refund of a payment whose money went back. */
const paidRows = (p: SeededPayment, text: string): MadeRow[] => [
  { day: arrived(p), text, amount: p.amount, steps: [whole(p)] },
  ...(p.isRefunded
    ? [
        {
          day: arrived(p, 9),
          text: `TRANSFER SENT ${p.referenceNumber} ${p.payer}`,
          amount: -p.amount,
          steps: [whole(p)],
        },
      ]
    : []),
];

/** Rows of former months, nearly all matched: paid by other payers, for two payments, refunded in full or in part. */
export function settledRows(payments: SeededPayment[]): MadeRow[] {
  // A payment whose money went back is none of the special ones.
  const queue = payments.filter(({ isRefunded }) => !isRefunded);
  const refunded = payments.filter(({ isRefunded }) => isRefunded);
  const rows = [
    ...next(queue, (p) => {
      const row = { text: 'E-TRANSFER - AUTODEPOSIT NORTHERN HOLDINGS INC', amount: p.amount };
      return [
        { day: arrived(p), ...row, steps: [whole(p, 'Paid by the company of the customer')] },
        // A second transfer of the same amount: a possible double payment.
        { day: arrived(p, 3), ...row },
      ];
    }),
    ...next(queue, (p) => [
      {
        day: arrived(p),
        text: `WIRE ${p.referenceNumber} ${p.payer}`,
        amount: p.amount,
        steps: [whole(p)],
      },
      {
        day: arrived(p, 6),
        text: `E-TRANSFER SENT ${p.payer} GOODWILL`,
        amount: -300,
        steps: [partOf(p, 300, 'Goodwill')],
      },
    ]),
    ...next(queue, (p) =>
      next(queue, (other) => [
        {
          day: arrived(p),
          text: `INTERAC ETRNSFR AD RECVD ${p.payer} FAMILY`,
          amount: sum([p.amount, other.amount]),
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
    ...rest([...queue, ...refunded], (p) => paidRows(p, `E-TRANSFER ${p.referenceNumber} ${p.payer}`)),
  ];
  const [first] = rows;
  if (first)
    rows.push(
      { day: first.day, text: 'MONTHLY FEE', amount: -25 },
      {
        day: first.day,
        text: 'INTEREST',
        amount: 3.17,
        steps: [{ do: 'ignore', reason: 'Interest of the bank' }],
      },
    );
  return rows;
}

/** The first part of a payment in two parts. */
export const firstPart = 1000;

/** Rows of the last weeks, with notices of two of them, and the payments that are in parts: every kind of transfer, most of them still open. */
export function recentRows(pending: SeededPayment[], pendingUsd: SeededPayment[]) {
  const queue = [...pending];
  const inParts: SeededPayment[] = [];
  const notices: string[] = [];
  const byReference = (p: SeededPayment, difference = 0, days = 1): MadeRow => ({
    day: arrived(p, days),
    text: `E-TRANSFER ${p.referenceNumber} ${p.payer}`,
    amount: sum([p.amount, difference]),
  });
  const noticed = (write: typeof englishNotice) => (p: SeededPayment) => {
    const number = `C1A${faker.string.alphanumeric(9)}`;
    notices.push(write(p, number));
    const [initial = '', ...names] = p.payer.split(' ');
    const text = `INTERAC ETRNSFR AD RECVD ${initial[0] ?? ''} ${names.at(-1) ?? ''} ${number}`;
    return [{ day: arrived(p), text, amount: p.amount }];
  };
  const rows: MadeRow[] = [
    // Told by an Interac notice alone: first, as a small database has few payments.
    ...next(queue, noticed(englishNotice)),
    ...next(queue, noticed(frenchNotice)),
    // Ready transactions, and a confirmed one.
    ...next(queue, (p) => [byReference(p)]),
    ...next(queue, (p) => [
      { ...byReference(p), text: p.referenceNumber.toLowerCase().replaceAll('-', ' ') },
    ]),
    ...next(queue, (p) => [{ ...byReference(p), steps: [{ do: 'confirm' }] }]),
    // Underpaid: open, and with an accepted shortfall. Overpaid: with an open rest, and with a refund of it.
    ...next(queue, (p) => [byReference(p, -25, 2)]),
    ...next(queue, (p) => {
      const row = byReference(p, -15, 2);
      return [{ ...row, steps: [{ ...partOf(p, row.amount), acceptShortfall: true }] }];
    }),
    ...next(queue, (p) => [{ ...byReference(p, 100), steps: [whole(p)] }]),
    ...next(queue, (p) => [
      { ...byReference(p, 40), steps: [whole(p), { do: 'ignore', reason: 'Sent back to the payer' }] },
    ]),
    // Two transfers for one payment in parts: the first is matched, the second pays the rest.
    ...next(queue, (p) => {
      inParts.push(p);
      return [
        { ...byReference(p, firstPart - p.amount), steps: [partOf(p, firstPart)] },
        byReference(p, -firstPart, 3),
      ];
    }),
    ...next(queue, (p) => [{ ...byReference(p), text: `${p.payer} ${mistyped(p.referenceNumber)}` }]),
    ...next(queue, (p) => [{ ...byReference(p), text: `E-TRANSFER - AUTODEPOSIT ${p.payer}` }]),
    // In Canadian dollars, as shown to the visitor, for a payment that is recorded in US dollars.
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
  return { rows, notices, inParts };
}

/** A transfer for a customer's open payment that names a paid one, and one that is the sum of two open payments. */
export const rowsOfTwo = (paid: SeededPayment[], open: SeededPayment[]): MadeRow[] => [
  ...next([...paid], (p) => [
    { day: arrived(p, 40), text: `E-TRANSFER ${p.referenceNumber} AGAIN`, amount: sum([p.amount, 11]) },
  ]),
  ...next([...open].slice(0, 1), (p) => [
    {
      day: arrived(p),
      text: `INTERAC ETRNSFR AD RECVD ${p.payer}`,
      amount: sum(open.map(({ amount }) => amount)),
    },
  ]),
];

/** Rows of an account in US dollars. */
export function dollarRows(pending: SeededPayment[], settled: SeededPayment[]): MadeRow[] {
  const text = (p: SeededPayment) => `Received money from ${p.payer} with reference ${p.referenceNumber}`;
  const rows: MadeRow[] = [
    ...next([...pending], (p) => [{ day: arrived(p), text: text(p), amount: p.amount }]),
    ...settled.flatMap((p) => paidRows(p, text(p))),
  ];
  return rows[0] ? [...rows, { day: rows[0].day, text: 'Wise Charges', amount: -4.1 }] : [];
}

/** One row of an account in baht, for a payment in US dollars. */
export const bahtRows = (pending: SeededPayment[]): MadeRow[] =>
  next([...pending], (p) => [
    {
      day: arrived(p),
      text: `SWIFT IN ${p.payer} ${p.referenceNumber}`,
      amount: 68_500,
      steps: [{ do: 'match', allocations: [{ paymentId: p.id, amount: 68_500, settles: p.amount }] }],
    },
  ]);
