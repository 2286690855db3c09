import { all, required, type Rules, text } from '../platform/rules.js';

/** The text that takes the place of a person's words where they are erased. */
export const erasedText = 'Erased';

/** The body of POST /customers/{id}/erasure: why, and the customer's name as it is. */
export interface ErasureInput {
  reason: string;
  name: string;
}

export const erasureRules = {
  reason: all(required('Reason is required'), text('Reason', 300)),
  name: all(required('Name is required'), text('Name', 120)),
} satisfies Rules<ErasureInput>;

export const erasureMessages = {
  wrongName: 'This is not the name of the customer',
  namedInReason: 'The reason stays in the audit trail: leave the name out of it',
  erasedAlready: 'The personal data of this customer is erased',
  running: 'The personal data of this customer is being erased already',
  erasedRecord: 'The personal data of this customer is erased: it takes no new one',
} as const;

/** Reasons for which an erasure has to wait: a payment that is pending, whose dispute is open, or of which money is to go back. */
export const obstacleNames = {
  pending: 'The payment is pending',
  dispute: 'A dispute is open',
  giveBack: 'Money is to be given back',
} as const;
export type ObstacleKind = keyof typeof obstacleNames;

export interface Obstacle {
  kind: ObstacleKind;
  paymentId: string;
  referenceNumber: string;
}

/** The records of a person, by kind. */
export interface PersonalRecords {
  customers: number;
  payments: number;
  mails: number;
  comments: number;
  interacNotices: number;
  cardEvents: number;
  bankTransactions: number;
  auditEntries: number;
}

/** The changes of a customer's erasure, before it is done. */
export interface ErasurePlan {
  customerId: string;
  fullName: string;
  /** The records in which words are erased. */
  goes: PersonalRecords;
  /** Invoices and credit notes stay as they are; `until` is the day on which they go, missing where no payment is. */
  stays: { documents: number; until?: string };
  obstacles: Obstacle[];
  /**
   * The last one of an erased customer: how far it is while it is under way, and whether all of it is done, the data file
   * included.
   */
  erased?: {
    at: string;
    by: string;
    reason: string;
    progress?: { done: number; total: number };
    finished: boolean;
  };
}

/** An erasure that was done. */
export interface ErasureResult {
  _id: string;
  at: string;
  by: string;
  reason: string;
  customerIds: string[];
  paymentIds: string[];
  /** The number of changed records. */
  records: number;
  /** False where records, or the data file, still hold what is erased: the customer's plan tells how far that is. */
  finished: boolean;
}

/**
 * The first day after the years for which tax law keeps records, counted from the end of the year of the last payment:
 * YYYY-MM-DD.
 */
export const endOfTerm = (lastDay: string, years: number): string =>
  `${Number(lastDay.slice(0, 4)) + years + 1}-01-01`;
