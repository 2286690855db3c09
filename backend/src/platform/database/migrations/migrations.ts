import { referencePartsMigration } from './0001-reference-parts.js';
import { quotedMigration } from './0002-quoted.js';
import { checkoutEmailsMigration } from './0003-checkout-emails.js';
import { payerNamesMigration } from './0004-payer-names.js';
import { payerEmailsMigration } from './0005-payer-emails.js';
import { searchEntriesMigration } from './0006-search-entries.js';
import { arrivalStatsMigration } from './0007-arrival-stats.js';
import { nameKeysMigration } from './0008-name-keys.js';
import { statusByHandMigration } from './0009-status-by-hand.js';
import { remindersMigration } from './0010-reminders.js';
import { overdueIndexMigration } from './0011-overdue-index.js';
import { noticeNumbersMigration } from './0012-notice-numbers.js';
import { accountLinksMigration } from './0013-account-links.js';
import { ledgersMigration } from './0014-ledgers.js';
import { awaitedPayoutsMigration } from './0015-awaited-payouts.js';
import { partlyRefundedMigration } from './0016-partly-refunded.js';
import { searchTermsMigration } from './0017-search-terms.js';
import { languagesMigration } from './0018-languages.js';
import { duplicateKeysMigration } from './0019-duplicate-keys.js';
import { outgoingCandidatesMigration } from './0020-outgoing-candidates.js';
import { emailKeysMigration } from './0021-email-keys.js';
import type { Migration } from './migration.js';

/** Every migration, in the order of execution. */
export const migrations: readonly Migration[] = [
  referencePartsMigration,
  quotedMigration,
  checkoutEmailsMigration,
  payerNamesMigration,
  payerEmailsMigration,
  searchEntriesMigration,
  arrivalStatsMigration,
  nameKeysMigration,
  statusByHandMigration,
  remindersMigration,
  overdueIndexMigration,
  noticeNumbersMigration,
  accountLinksMigration,
  ledgersMigration,
  awaitedPayoutsMigration,
  partlyRefundedMigration,
  searchTermsMigration,
  languagesMigration,
  duplicateKeysMigration,
  outgoingCandidatesMigration,
  emailKeysMigration,
];
