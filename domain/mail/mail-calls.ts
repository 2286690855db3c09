import type { Payment } from '../payments/payments.js';
import type { RecordVersion } from '../platform/rules.js';
import type { Mail, MailPage, MailPreview, MailStatus, ManualMailKind } from './mail.js';

/** The JSON of the answers to the calls about mails. */
export interface MailAnswers {
  'GET /mails': MailPage;
  'GET /mails/status': MailStatus;
  'GET /mails/{id}': Mail;
  'POST /mails/{id}/cancel': Mail;
  'POST /mails/{id}/dismiss': Mail;
  'POST /mails/{id}/resend': Mail;
  'POST /payments/{id}/mails': Mail | MailPreview;
  'POST /payments/{id}/address': Payment;
}

/** The bodies of those that the back-office sends with one. */
export interface MailBodies {
  /** Without an address it goes to its own; 0 is the version of a mail without one. */
  'POST /mails/{id}/resend': { to?: string; version: RecordVersion };
  'POST /payments/{id}/mails': { kind: ManualMailKind; preview?: boolean };
  'POST /payments/{id}/address': { email: string; version: RecordVersion };
}
