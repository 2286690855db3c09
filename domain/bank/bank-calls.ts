import type { Pagination } from '../platform/lists.js';
import type {
  ConfirmInput,
  ConfirmResult,
  MatchedTransaction,
  MatchInput,
  Receipt,
  UndoInput,
  UndoneTransaction,
  WaitingMoney,
} from './matches.js';
import type { InteracNotice, InteracNoticeInput } from './notices.js';
import type { OutgoingMatchInput, PayoutMatchInput } from './outgoing.js';
import type {
  BankAccount,
  BankAccountWithGaps,
  BankTransaction,
  BankTransactionPage,
  ImportResult,
  MappingInput,
  Statement,
  StatementDraft,
} from './reconciliation.js';

/** The JSON of the answers to the calls about bank accounts, their statements, transactions and notices. */
export interface BankAnswers {
  'GET /statements': { statements: Statement[]; pagination: Pagination };
  'GET /statements/{id}': Statement | StatementDraft;
  'PUT /statements/{id}/mapping': StatementDraft;
  'POST /statements/{id}/import': ImportResult;
  'GET /bank-accounts': { bankAccounts: BankAccount[]; pagination: Pagination };
  'GET /bank-accounts/{id}': BankAccountWithGaps;
  'POST /bank-accounts': BankAccount;
  'PUT /bank-accounts/{id}': BankAccount;
  'POST /bank-accounts/{id}/statements': StatementDraft;
  'GET /interac-notices': { notices: InteracNotice[]; pagination: Pagination };
  'POST /interac-notices': InteracNotice;
  'PATCH /interac-notices/{id}': InteracNotice;
  'GET /customers/{id}/waiting-money': WaitingMoney;
  'GET /bank-transactions': BankTransactionPage;
  'GET /bank-transactions/{id}': BankTransaction;
  'POST /bank-transactions/confirm': { results: ConfirmResult[] };
  'POST /bank-transactions/{id}/match': MatchedTransaction;
  'POST /bank-transactions/{id}/ignore': BankTransaction;
  'POST /bank-transactions/{id}/undo': UndoneTransaction;
  'GET /payments/{id}/receipts': { receipts: Receipt[] };
}

/** The bodies that the API's document describes by their types, as no DTO can. @public */
export interface BankDescribedBodies {
  'PUT /statements/{id}/mapping': MappingInput;
  'POST /bank-transactions/{id}/match': MatchInput | OutgoingMatchInput | PayoutMatchInput;
}

/** The bodies of those that the back-office sends with one: of a Blob its bytes. */
export interface BankBodies extends BankDescribedBodies {
  'POST /bank-accounts/{id}/statements': Blob;
  'POST /statements/{id}/import': { version: number };
  'POST /interac-notices': { text: string } | Blob;
  'PATCH /interac-notices/{id}': InteracNoticeInput;
  'POST /bank-transactions/confirm': ConfirmInput;
  'POST /bank-transactions/{id}/ignore': { reason: string; version: number };
  'POST /bank-transactions/{id}/undo': UndoInput;
}
