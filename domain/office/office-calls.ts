import type { AuditPage } from '../audit/audit.js';
import type { CommentedRecord } from '../care/comments.js';
import type { Customer } from '../customers/customers.js';
import type { TaxReport } from '../documents/documents.js';
import type { Books, CloseInput, LateBookings } from '../ledger/books.js';
import type { JournalAccounts } from '../ledger/journal.js';
import type { MatchingOverdue, OverduePage } from '../payments/overdue.js';
import type { ListedPayment } from '../payments/payments.js';
import type { Counts } from './counts.js';
import type { ExpectedMoney } from './expected.js';
import type { ReportSummary } from './reports.js';

/** The JSON of the answers to the calls about reports, books, the search and the trail. */
export interface OfficeAnswers {
  'GET /audit': AuditPage;
  'GET /counts': Counts;
  'GET /books': Books;
  'GET /books/late': LateBookings;
  'GET /books/accounts': JournalAccounts;
  'POST /books/close': Books;
  'GET /reports/summary': ReportSummary;
  'GET /reports/expected': ExpectedMoney;
  'GET /reports/tax': TaxReport;
  'GET /reports/overdue': OverduePage;
  'GET /reports/overdue/matching': MatchingOverdue;
  'GET /search': { customers: Customer[]; payments: ListedPayment[]; comments?: CommentedRecord[] };
}

/** The bodies of those that the back-office sends with one. */
export interface OfficeBodies {
  'POST /books/close': CloseInput;
}
