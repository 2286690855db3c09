/** The fields of nodemailer's errors; none of them contains the password. */
export interface SmtpError extends Error {
  code?: string;
  /** Node's code of the underlying error. */
  originalCode?: string;
  responseCode?: number;
  response?: string;
  /** The SMTP command that failed; CONN for the connection itself. */
  command?: string;
}

/** A mail that this server can never accept, as it lacks an SMTP extension. */
export class UnsupportedAddressError extends Error {}

/** The consequence of a failure: the queue stops, the mail fails, or it is retried later. */
export type SmtpFailure = 'stop' | 'fail' | 'retry';

/** Node's codes for refused certificates and failed TLS. */
const tlsCode =
  /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECRYPT|DECODE)|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED)/;

/** Response codes of temporary trouble of the server, after any command (RFC 5321, 3.8; RFC 4954, 6). */
const troubleCodes = [421, 454, 530];

/** True for a response to the commands that transfer a mail: the connection and the sign-in are good. */
export const isAboutMail = ({ command = '', responseCode }: SmtpError): boolean =>
  responseCode !== undefined && ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command);

/**
 * Classifies a failure. A refused sign-in or TLS affects every mail; a 5xx to MAIL, RCPT or DATA affects this one; all
 * others, a 5xx greeting included, may be temporary.
 */
export function classifySmtpError(error: unknown): SmtpFailure {
  if (error instanceof UnsupportedAddressError) return 'fail';
  const { code, originalCode = '', responseCode } = error as SmtpError;
  if (responseCode !== undefined && troubleCodes.includes(responseCode)) return 'retry';
  const isTemporary = responseCode !== undefined && responseCode < 500;
  if (code === 'EAUTH') return isTemporary ? 'retry' : 'stop';
  if (code === 'ETLS' || tlsCode.test(originalCode)) return isTemporary ? 'retry' : 'stop';
  if (isAboutMail(error as SmtpError) && !isTemporary) return 'fail';
  // Refused by nodemailer itself: an address or a size that the server does not take.
  if (responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')) return 'fail';
  return 'retry';
}

/** Maximum number of characters of a server's response that are stored. */
const maxLength = 500;

/** Returns the failure as one line: the server's response, or else the error's message. */
export function describeSmtpError(error: unknown): string {
  const { response, message } = error as SmtpError;
  return (response ?? message).replace(/\s+/g, ' ').trim().slice(0, maxLength);
}

/** Returns the reason for which the queue is stopped. */
export function describeStop(error: unknown): string {
  const reason = describeSmtpError(error);
  return (error as SmtpError).code === 'EAUTH'
    ? `The mail server refused the sign-in: ${reason}`
    : `The connection to the mail server could not be secured: ${reason}`;
}
