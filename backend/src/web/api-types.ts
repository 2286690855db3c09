import type { AuditPage } from '#domain/audit';
import type { Account, AccountSession, CurrentUser, SignInTokens, Tokens } from '#domain/auth';
import type { CardArrival, CardEventDetails, CardEventPage } from '#domain/cards';
import type { CheckoutOptions, CheckoutResponse } from '#domain/checkout';
import type { Customer, CustomerStats } from '#domain/customers';
import type { Health } from '#domain/health';
import type { Pagination } from '#domain/lists';
import type { Mail, MailPage, MailPreview, MailStatus } from '#domain/mail';
import type { ApiError } from '#domain/messages';
import type { Order } from '#domain/orders';
import type { OutgoingMatchInput } from '#domain/outgoing';
import type { MatchingOverdue, OverduePage } from '#domain/overdue';
import type {
  Invitation,
  InvitationPage,
  OfferedInvitation,
  PeoplePage,
  Person,
  SignInOptions,
} from '#domain/people';
import type {
  ListedPayment,
  Payment,
  MatchingPayments,
  PaymentPage,
  PaymentStats,
  PaymentWithBatch,
  PaymentWithLastBatch,
  StatusBatchResult,
  StatusResult,
} from '#domain/payments';
import type {
  ConfirmResult,
  MatchedTransaction,
  MatchInput,
  Receipt,
  UndoneTransaction,
} from '#domain/matches';
import type {
  BankAccount,
  BankTransaction,
  BankTransactionPage,
  ImportResult,
  InteracNotice,
  MappingInput,
  Statement,
  StatementDraft,
} from '#domain/reconciliation';
import type { Counts } from '#domain/counts';
import type {
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  RecoveryCodes,
  SecondFactorState,
  SecondFactorStep,
  SignIn,
  TotpOffer,
} from '#domain/secondFactor';
import type { ReportSummary } from '#domain/reports';
import type { SavedViews } from '#domain/views';
import type { ServerWarnings } from '#domain/warnings';

/**
 * The types of the calls' JSON, for the OpenAPI document. The build writes them as JSON schemas
 * (scripts/api-schemas.mjs).
 */
export interface ApiTypes {
  bodies: ApiBodies;
  responses: ApiResponses;
  failure: ApiError;
}

/** Bodies of calls that their DTO cannot describe; those of all other calls have its properties and their bounds. */
interface ApiBodies {
  'PUT /api/statements/{id}/mapping': MappingInput;
  'POST /api/bank-transactions/{id}/match': MatchInput | OutgoingMatchInput;
}

/** The body of each call's success. Files and empty responses are not listed. */
interface ApiResponses {
  'POST /api/auth/login': SignInTokens | SecondFactorStep;
  'POST /api/auth/second-factor': SignInTokens;
  'POST /api/auth/refresh': Tokens;
  'GET /api/auth/verify': { user: CurrentUser };
  'GET /api/account': Account;
  'PUT /api/account': Account;
  'GET /api/account/views': SavedViews;
  'PUT /api/account/views': SavedViews;
  'GET /api/account/second-factor': SecondFactorState;
  'POST /api/account/totp': TotpOffer;
  'POST /api/account/totp/confirm': RecoveryCodes;
  'POST /api/account/recovery-codes': RecoveryCodes;
  'GET /api/account/passkeys': { passkeys: Passkey[] };
  'POST /api/account/passkeys': Passkey;
  'PATCH /api/account/passkeys/{id}': Passkey;
  'POST /api/account/passkeys/options': PasskeyCreation;
  'POST /api/auth/passkey/options': PasskeyRequest;
  'POST /api/auth/passkey': SignInTokens;
  'GET /api/account/sign-ins': { signIns: SignIn[] };
  'GET /api/account/sessions': { sessions: AccountSession[] };
  'GET /api/auth/options': SignInOptions;
  'POST /api/auth/password/forgotten': { message: string };
  'GET /api/auth/invitations/{token}': OfferedInvitation;
  'POST /api/auth/invitations/{token}': Account;
  'GET /api/people': PeoplePage;
  'GET /api/people/invitations': InvitationPage;
  'POST /api/people/invitations': Invitation;
  'POST /api/people/invitations/{id}/resend': Invitation;
  'PATCH /api/people/{id}': Person;
  'POST /api/people/{id}/disable': Person;
  'POST /api/people/{id}/enable': Person;
  'GET /api/health/live': { status: 'ok' };
  'GET /api/health': Health;
  'GET /api/warnings': ServerWarnings;
  'GET /api/audit': AuditPage;

  'GET /api/checkout/options': CheckoutOptions;
  'POST /api/payments/checkout': CheckoutResponse;
  'GET /api/checkout/card/{key}': CardArrival;

  'POST /api/card-events/stripe': { received: true };
  'GET /api/card-events': CardEventPage;
  'GET /api/card-events/{id}': CardEventDetails;
  'POST /api/card-events/{id}/record': CardEventDetails;
  'POST /api/card-events/{id}/dismiss': CardEventDetails;

  'GET /api/customers': { customers: Customer[]; pagination: Pagination };
  'GET /api/customers/stats': CustomerStats;
  'GET /api/customers/{id}': Customer;
  'POST /api/customers': Customer;
  'PUT /api/customers/{id}': Customer;

  'GET /api/payments': PaymentPage;
  'GET /api/payments/matching': MatchingPayments;
  'GET /api/payments/stats': PaymentStats;
  'GET /api/payments/{id}': PaymentWithLastBatch;
  'POST /api/payments': Payment;
  'PUT /api/payments/{id}': Payment;
  'PATCH /api/payments/{id}/status': PaymentWithBatch;
  'POST /api/payments/status': StatusBatchResult;
  'POST /api/payments/status/undo': { results: StatusResult[] };
  'GET /api/payments/{id}/receipts': { receipts: Receipt[] };

  'GET /api/search': { customers: Customer[]; payments: ListedPayment[] };

  'GET /api/counts': Counts;
  'GET /api/reports/summary': ReportSummary;
  'GET /api/reports/overdue': OverduePage;
  'GET /api/reports/overdue/matching': MatchingOverdue;

  'GET /api/bank-accounts': { bankAccounts: BankAccount[]; pagination: Pagination };
  'POST /api/bank-accounts': BankAccount;
  'PUT /api/bank-accounts/{id}': BankAccount;
  'POST /api/bank-accounts/{id}/statements': StatementDraft;
  'GET /api/statements': { statements: Statement[]; pagination: Pagination };
  'GET /api/statements/{id}': Statement | StatementDraft;
  'PUT /api/statements/{id}/mapping': StatementDraft;
  'POST /api/statements/{id}/import': ImportResult;
  'GET /api/bank-transactions': BankTransactionPage;
  'GET /api/bank-transactions/{id}': BankTransaction;
  'POST /api/bank-transactions/confirm': { results: ConfirmResult[] };
  'POST /api/bank-transactions/{id}/match': MatchedTransaction;
  'POST /api/bank-transactions/{id}/ignore': BankTransaction;
  'POST /api/bank-transactions/{id}/undo': UndoneTransaction;
  'POST /api/interac-notices': InteracNotice;

  'GET /api/mails': MailPage;
  'GET /api/mails/status': MailStatus;
  'GET /api/mails/{id}': Mail;
  'POST /api/mails/{id}/resend': Mail;
  'POST /api/mails/{id}/cancel': Mail;
  'POST /api/mails/{id}/dismiss': Mail;
  'POST /api/payments/{id}/mails': Mail | MailPreview;
  'GET /api/orders/{reference}/{token}': Order;
  'POST /api/orders/links': { message: string };
  'POST /api/payments/{id}/link': { url: string };
}
