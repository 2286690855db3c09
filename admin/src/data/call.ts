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
import { statementTimeoutMs } from '#domain/bank/reconciliation';
import { undoTimeoutMs } from '#domain/payments/status-batch';
import { withDefaultMessage } from './apiErrors.js';
import { listQuery } from './listQuery.js';
import { request, requestStream } from './session/request.js';
import { present, type WithId } from './records.js';

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

/** The calls of screens that react-admin has no method for, each with the message of a failure whose answer has none, or the screen's. */
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
  'GET /audit': messages.fetchActivity,
  'GET /customers/stats': '',
  'GET /customers/{id}/duplicates': messages.fetchDuplicates,
  'POST /customers/{id}/different': messages.setDifferent,
  'GET /customers/{id}/merge': messages.fetchCustomer,
  'POST /customers/{id}/merge': messages.mergeCustomers,
  'POST /customers/merges/{id}/undo': messages.undoMerge,
  'GET /customers/{id}/erasure': messages.erasurePlan,
  'POST /customers/{id}/erasure': messages.erasePersonalData,
  'GET /customers/{id}/waiting-money': messages.fetchTransactions,
  'GET /payments/matching': messages.fetchPayments,
  'GET /payments/stats': '',
  'PATCH /payments/{id}/status': messages.updatePaymentStatus,
  'POST /payments/status': messages.updatePaymentStatus,
  'POST /payments/status/undo': messages.updatePaymentStatus,
  'PUT /payments/{id}/plan': messages.setPlan,
  'POST /payments/{id}/link': messages.paymentLink,
  'POST /payments/{id}/mails': messages.sendMail,
  'POST /payments/{id}/address': messages.updatePayment,
  'GET /payments/{id}/ledger': messages.fetchMoney,
  'GET /payments/{id}/receipts': messages.fetchMoney,
  'POST /payments/{id}/ledger': messages.recordMoney,
  'POST /payments/{id}/ledger/{entry}/void': messages.voidMoney,
  'POST /payments/{id}/documents': messages.issueDocuments,
  'POST /payments/{id}/tax-place': messages.setTaxPlace,
  'GET /documents': messages.fetchDocuments,
  'GET /bank-accounts': messages.fetchBankAccounts,
  'GET /bank-accounts/{id}': messages.fetchBankAccounts,
  'POST /bank-accounts/{id}/statements': messages.uploadStatement,
  'PUT /statements/{id}/mapping': messages.uploadStatement,
  'POST /statements/{id}/import': messages.importStatement,
  'GET /bank-transactions': '',
  'GET /bank-transactions/{id}': '',
  'POST /bank-transactions/confirm': messages.confirmTransactions,
  'POST /bank-transactions/{id}/match': messages.matchTransaction,
  'POST /bank-transactions/{id}/ignore': messages.ignoreTransaction,
  'POST /bank-transactions/{id}/undo': messages.undoTransaction,
  'POST /interac-notices': messages.addNotice,
  'PATCH /interac-notices/{id}': messages.updateNotice,
  'GET /counts': '',
  'GET /warnings': '',
  'GET /search': '',
  'GET /books': messages.fetchBooks,
  'GET /books/late': messages.fetchBooks,
  'GET /books/accounts': messages.fetchAccounts,
  'POST /books/close': messages.closeBooks,
  'GET /reports/summary': messages.report,
  'GET /reports/expected': messages.report,
  'GET /reports/tax': messages.report,
  'GET /reports/overdue/matching': messages.fetchPayments,
  'GET /mails': messages.fetchMails,
  'POST /mails/{id}/cancel': messages.cancelMail,
  'POST /mails/{id}/dismiss': messages.dismissMail,
  'POST /mails/{id}/resend': messages.sendMail,
  'GET /card-events': messages.fetchCardEvents,
  'POST /card-events/{id}/record': messages.recordCardEvent,
  'POST /card-events/{id}/dismiss': messages.dismissCardEvent,
  'GET /card-payouts/{id}': messages.fetchPayout,
  'POST /card-payouts/reports': messages.importPayoutReport,
} satisfies Partial<Record<keyof Answers, string>>;

/** The calls whose answer is a file, each with the message of a failure. */
export const files = {
  'GET /customers/{id}/personal-data': messages.personalData,
  'GET /documents/{id}/pdf': messages.fetchDocument,
  'GET /payments/{id}/dispute-file': messages.fetchDisputeFile,
  'GET /books/{month}/package': messages.downloadPackage,
  'GET /books/journal': messages.downloadJournal,
  'GET /statements/{id}/file': messages.downloadStatement,
};

/** Milliseconds by which a page waits longer than the server takes for calls that take longer than others. */
const patienceMs = 10_000;
const fileTimeoutMs = statementTimeoutMs + patienceMs;

const timeouts: { [R in Route]?: number } = {
  'PUT /statements/{id}/mapping': fileTimeoutMs,
  'POST /statements/{id}/import': fileTimeoutMs,
  'POST /payments/status/undo': undoTimeoutMs + patienceMs,
};

type Route = keyof typeof failures;
type PathNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;
export type FileRoute = keyof typeof files;
export type Parts<R> = Record<PathNames<R>, Identifier> & { query?: Parameters<typeof listQuery>[0] };
/** The parts of the path by their names, the body of a route that has one, and what every call may have. */
type Given<R extends Route> = Parts<R> &
  (R extends keyof Bodies ? { body: Bodies[R] } : { body?: never }) & {
    signal?: AbortSignal | undefined;
    /** The call is made once with it, however often it is sent. */
    idempotencyKey?: string;
    /** In place of the route's own message of a failure. */
    failure?: string;
    /** Told the status of the answer. */
    onStatus?: (status: number) => void;
  };
type Answer<R extends Route> = Answers[R] extends { _id: string } ? WithId<Answers[R]> : Answers[R];
export type Call = typeof call;

const isRecord = (json: unknown): json is { _id: string } =>
  typeof json === 'object' && json !== null && '_id' in json;

/** Returns the path of a route with its parts and its query. */
const pathOf = (route: string, { query = {}, ...parts }: Pick<Parts<''>, 'query'>): string =>
  route
    .slice(route.indexOf('/'))
    .replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent((parts as Record<string, Identifier>)[name]!),
    ) + listQuery(query);

/** Makes a call by its method and path; an answer that is a record has its `_id` as `id` too. */
export async function call<R extends Route>(
  route: R,
  ...[given]: Given<R> extends Record<PathNames<R> | 'body', unknown> ? [Given<R>] : [Given<R>?]
): Promise<Answer<R>> {
  const {
    signal,
    idempotencyKey,
    body,
    failure = failures[route],
    onStatus,
    ...parts
  } = (given ?? {}) as Given<Route>;
  const isFile = body instanceof Blob;
  const fileType = route === 'POST /interac-notices' ? 'message/rfc822' : 'application/octet-stream';
  const timeoutMs = isFile ? fileTimeoutMs : timeouts[route];
  const sent = request(pathOf(route, parts), {
    method: route.slice(0, route.indexOf(' ')),
    signal,
    ...(body && { body: isFile ? body : JSON.stringify(body) }),
    headers: {
      ...(isFile && { 'Content-Type': fileType }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(timeoutMs && { timeoutMs }),
  });
  const { json, status } = await withDefaultMessage(failure, sent);
  onStatus?.(status);
  return (isRecord(json) ? present(route.split('/')[1]!, json) : json) as Answer<R>;
}

/** Downloads a file of the server, under the name that it gives it. */
export async function download<R extends FileRoute>(route: R, given: Parts<R>) {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let [type, name] = ['', ''];
  const received = requestStream(
    pathOf(route, given),
    {},
    (piece) => pieces.push(piece),
    (headers) => {
      type = headers.get('Content-Type') ?? '';
      name = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? '';
    },
  );
  await withDefaultMessage(files[route], received);
  return { file: new Blob(pieces, { type }), name };
}
