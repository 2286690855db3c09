import type { Mail, MailPage, MailStatus } from './mail.js';

/** The JSON of the answers to the calls about mails. */
export interface MailAnswers {
  'GET /mails': MailPage;
  'GET /mails/status': MailStatus;
  'GET /mails/{id}': Mail;
  'POST /mails/{id}/cancel': Mail;
  'POST /mails/{id}/dismiss': Mail;
  'POST /mails/{id}/resend': Mail;
}

/** The bodies of those that the back-office sends with one. */
export interface MailBodies {
  /** Without an address it goes to its own. */
  'POST /mails/{id}/resend': { to?: string };
}
