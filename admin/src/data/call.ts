import type { Identifier } from 'react-admin';
import type { AuthAnswers, AuthBodies } from '#domain/auth/auth-calls';
import type { BankAnswers, BankBodies } from '#domain/bank/bank-calls';
import type { CardAnswers, CardBodies } from '#domain/cards/card-calls';
import type { CareAnswers, CareBodies } from '#domain/care/care-calls';
import type { CustomerAnswers } from '#domain/customers/customer-calls';
import type { DocumentAnswers, DocumentBodies } from '#domain/documents/document-calls';
import type { LedgerAnswers, LedgerBodies } from '#domain/ledger/ledger-calls';
import type { MailAnswers, MailBodies } from '#domain/mail/mail-calls';
import type { OfficeAnswers, OfficeBodies } from '#domain/office/office-calls';
import type { PaymentAnswers, PaymentBodies } from '#domain/payments/payment-calls';
import type { PayoutAnswers, PayoutBodies } from '#domain/payouts/payout-calls';
import type { PlatformAnswers } from '#domain/platform/platform-calls';
import type { VisitorAnswers, VisitorBodies } from '#domain/visitor/visitor-calls';
import { messages } from '#domain/platform/messages';
import { withDefaultMessage } from './apiErrors.js';
import { listQuery } from './listQuery.js';
import { request } from './session/request.js';
import { present, type WithId } from './withId.js';

type Answers = AuthAnswers &
  BankAnswers &
  CardAnswers &
  CareAnswers &
  CustomerAnswers &
  DocumentAnswers &
  LedgerAnswers &
  MailAnswers &
  OfficeAnswers &
  PaymentAnswers &
  PayoutAnswers &
  PlatformAnswers &
  VisitorAnswers;
type Bodies = AuthBodies &
  BankBodies &
  CardBodies &
  CareBodies &
  DocumentBodies &
  LedgerBodies &
  MailBodies &
  OfficeBodies &
  PaymentBodies &
  PayoutBodies &
  VisitorBodies;

/** The calls of screens that react-admin has no method for, each with the message of a failure whose answer has none. */
const failures = {
  'GET /account': messages.fetchAccount,
  'PUT /account': messages.updateAccount,
  'POST /account/password': messages.changePassword,
  'GET /account/sign-ins': messages.fetchAccount,
  'GET /account/sessions': messages.fetchSessions,
  'DELETE /account/sessions/{id}': messages.endSession,
  'GET /account/passkeys': messages.fetchAccount,
  'POST /account/passkeys/options': messages.updateAccount,
  'POST /account/passkeys': messages.updateAccount,
  'PATCH /account/passkeys/{id}': messages.updateAccount,
  'DELETE /account/passkeys/{id}': messages.updateAccount,
  'GET /account/second-factor': messages.fetchAccount,
  'POST /account/totp': messages.updateAccount,
  'POST /account/totp/confirm': messages.updateAccount,
  'DELETE /account/totp': messages.updateAccount,
  'POST /account/recovery-codes': messages.updateAccount,
  'GET /account/views': messages.fetchViews,
  'PUT /account/views': messages.saveView,
  'DELETE /account/views/{id}': messages.removeView,
  'POST /auth/reauthenticate': messages.updateAccount,
  'GET /people/names': messages.fetchPeople,
  'PATCH /people/{id}': messages.changePerson,
  'POST /people/{id}/disable': messages.changePerson,
  'POST /people/{id}/enable': messages.changePerson,
  'DELETE /people/{id}': messages.changePerson,
  'DELETE /people/{id}/sessions': messages.changePerson,
  'DELETE /people/{id}/second-factor': messages.changePerson,
  'GET /people/invitations': messages.fetchPeople,
  'POST /people/invitations': messages.changePerson,
  'POST /people/invitations/{id}/resend': messages.changePerson,
  'DELETE /people/invitations/{id}': messages.changePerson,
  'GET /activity': messages.fetchActivity,
  'POST /comments': messages.writeComment,
  'PATCH /comments/{id}': messages.writeComment,
  'DELETE /comments/{id}': messages.writeComment,
  'POST /comments/{id}/pin': messages.writeComment,
  'POST /comments/{id}/unpin': messages.writeComment,
  'GET /customers/{id}/duplicates': messages.fetchDuplicates,
  'POST /customers/{id}/different': messages.setDifferent,
  'GET /customers/{id}/merge': messages.fetchCustomer,
  'POST /customers/{id}/merge': messages.mergeCustomers,
  'POST /customers/merges/{id}/undo': messages.undoMerge,
  'GET /customers/{id}/erasure': messages.erasurePlan,
  'POST /customers/{id}/erasure': messages.erasePersonalData,
  'GET /books': messages.fetchBooks,
  'GET /books/late': messages.fetchBooks,
  'GET /books/accounts': messages.fetchAccounts,
  'POST /books/close': messages.closeBooks,
  'GET /reports/summary': messages.report,
  'GET /reports/expected': messages.report,
  'GET /reports/tax': messages.report,
  'POST /mails/{id}/cancel': messages.cancelMail,
  'POST /mails/{id}/dismiss': messages.dismissMail,
  'POST /mails/{id}/resend': messages.sendMail,
  'POST /card-events/{id}/record': messages.recordCardEvent,
  'POST /card-events/{id}/dismiss': messages.dismissCardEvent,
} satisfies Partial<Record<keyof Answers, string>>;

type Route = keyof typeof failures;
type PathNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;
/** The parts of the path by their names, the body of a route that has one, and what every call may have. */
type Given<R extends Route> = Record<PathNames<R>, Identifier> &
  (R extends keyof Bodies ? { body: Bodies[R] } : { body?: never }) & {
    query?: Parameters<typeof listQuery>[0];
    signal?: AbortSignal | undefined;
    /** The call is made once with it, however often it is sent. */
    idempotencyKey?: string;
  };
type Answer<R extends Route> = Answers[R] extends { _id: string } ? WithId<Answers[R]> : Answers[R];

const isRecord = (json: unknown): json is { _id: string } =>
  typeof json === 'object' && json !== null && '_id' in json;

/** Makes a call by its method and path; an answer that is a record has its `_id` as `id` too. */
export async function call<R extends Route>(
  route: R,
  ...[given]: Given<R> extends Record<PathNames<R> | 'body', unknown> ? [Given<R>] : [Given<R>?]
): Promise<Answer<R>> {
  const { query = {}, signal, idempotencyKey, body, ...parts } = (given ?? {}) as Given<Route>;
  const [method, path] = route.split(' ') as [string, string];
  const to = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((parts as Record<string, Identifier>)[name]!),
  );
  const sent = request(to + listQuery(query), {
    method,
    signal,
    ...(body && { body: JSON.stringify(body) }),
    ...(idempotencyKey && { headers: { 'Idempotency-Key': idempotencyKey } }),
  });
  const { json } = await withDefaultMessage(failures[route], sent);
  return (isRecord(json) ? present(path.split('/')[1]!, json) : json) as Answer<R>;
}
