import raEnglish from 'ra-language-english';
import { accountEnglish } from './en/account.js';
import { activityEnglish } from './en/activity.js';
import { cardsEnglish } from './en/cards.js';
import { customersEnglish } from './en/customers.js';
import { mailsEnglish } from './en/mails.js';
import { overdueEnglish } from './en/overdue.js';
import { auditEnglish } from './en/audit.js';
import { peopleEnglish } from './en/people.js';
import { paymentsEnglish } from './en/payments.js';
import { reconciliationEnglish } from './en/reconciliation.js';
import { shellEnglish } from './en/shell.js';

/** Every label of the back-office; names of statuses, methods and countries and error messages are in domain/. */
export const en = {
  ...raEnglish,
  ra: raEnglish.ra,
  resources: {
    customers: customersEnglish,
    payments: paymentsEnglish,
    mails: mailsEnglish,
  },
  admin: {
    ...shellEnglish,
    account: accountEnglish,
    activity: activityEnglish,
    cards: cardsEnglish,
    people: peopleEnglish,
    audit: auditEnglish,
    mails: mailsEnglish,
    overdue: overdueEnglish,
    reconcile: reconciliationEnglish,
  },
};
