import { accountEnglish } from './en/account.js';
import { activityEnglish } from './en/activity.js';
import { auditEnglish } from './en/audit.js';
import { cardsEnglish } from './en/cards.js';
import { customersEnglish } from './en/customers.js';
import { documentsEnglish } from './en/documents.js';
import { mailsEnglish } from './en/mails.js';
import { overdueEnglish } from './en/overdue.js';
import { paymentsEnglish } from './en/payments.js';
import { payoutsEnglish } from './en/payouts.js';
import { peopleEnglish } from './en/people.js';
import { bankTransactionsEnglish, noticesEnglish, reconciliationEnglish } from './en/reconciliation.js';
import { reportsEnglish } from './en/reports.js';
import { statementRecordsEnglish } from './en/statements.js';

/** The labels of the resources' pages and of the own account, which the first screen needs none of. */
export const enPages = {
  admin: { account: accountEnglish, activity: activityEnglish },
  resources: {
    audit: auditEnglish,
    'bank-transactions': bankTransactionsEnglish,
    'card-events': cardsEnglish,
    'card-payouts': payoutsEnglish,
    customers: customersEnglish,
    documents: documentsEnglish,
    'interac-notices': noticesEnglish,
    mails: mailsEnglish,
    overdue: overdueEnglish,
    payments: paymentsEnglish,
    people: peopleEnglish,
    reconcile: reconciliationEnglish,
    reports: reportsEnglish,
    statements: statementRecordsEnglish,
  },
};
