import type { Currency } from '../platform/money.js';
import { type RecordVersion, type Rules, text } from '../platform/rules.js';

/** Maximum size of a mail with an Interac notification, in bytes. */
export const noticeMailBytes = 512 * 1024;

/** An Interac notification: evidence of a transfer's sender and message, never money itself. */
export interface InteracNotice {
  _id: string;
  /** Interac's own reference number. */
  referenceNumber: string;
  amount: number;
  currency: Currency;
  sender: string;
  message: string;
  version: number;
  createdAt: string;
  createdBy: string;
}

/** The body of PATCH /interac-notices/{id}. */
export interface InteracNoticeInput {
  sender?: string | null;
  message?: string | null;
  version: RecordVersion;
}

export const noticeLengths = { sender: 140, message: 500 } as const;
export const noticeRules = {
  sender: text('Sender', noticeLengths.sender),
  message: text('Message', noticeLengths.message),
} satisfies Rules<Omit<InteracNoticeInput, 'version'>>;
