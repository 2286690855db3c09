/** What nodemailer tells of a failure; none of these fields has the password. */
export interface SmtpError extends Error {
  code?: string;
  /** Node's code of the error below. */
  originalCode?: string;
  responseCode?: number;
  response?: string;
  /** The SMTP command that was answered; CONN for the connection itself. */
  command?: string;
}

/** A mail that this server can never take, as it lacks an extension. */
export class UnsupportedAddressError extends Error {}

/** What follows from a failure: the queue stops, the mail fails, or it is tried again later. */
export type SmtpFailure = 'stop' | 'fail' | 'retry';

/** Node's codes for certificates that are refused, and for TLS that fails. */
const tlsCode =
  /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECRYPT|DECODE)|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED)/;

/** Answers that tell of the server's trouble, whatever command they follow (RFC 5321, 3.8; RFC 4954, 6). */
const troubleCodes = [421, 454, 530];

/** True for an answer to the commands that hand over a mail: the connection and the sign-in are good. */
export const isAboutMail = ({ command = '', responseCode }: SmtpError): boolean =>
  responseCode !== undefined && ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command);

/**
 * Decides what a failure means. A refused login or TLS concerns every mail; a 5xx to MAIL, RCPT or DATA concerns this
 * one; the rest, a 5xx greeting included, may pass.
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

/** The most characters of a server's answer that are kept. */
const maxLength = 500;

/** What went wrong as one line: the server's answer, or why there is none. */
export function describeSmtpError(error: unknown): string {
  const { response, message } = error as SmtpError;
  return (response ?? message).replace(/\s+/g, ' ').trim().slice(0, maxLength);
}

/** Why the queue stands still. */
export function describeStop(error: unknown): string {
  const reason = describeSmtpError(error);
  return (error as SmtpError).code === 'EAUTH'
    ? `The mail server refused the sign-in: ${reason}`
    : `The connection to the mail server could not be secured: ${reason}`;
}
