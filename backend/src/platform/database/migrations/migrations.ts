import { outgoingCandidatesMigration } from './0020-outgoing-candidates.js';
import { emailKeysMigration } from './0021-email-keys.js';
import { foldedTextsMigration } from './0022-folded-texts.js';
import { cardAmountsMigration } from './0023-card-amounts.js';
import { lettersMissingMigration } from './0024-letters-missing.js';
import { bankAccountsOfEntriesMigration } from './0025-bank-accounts-of-entries.js';
import { expectedDaysMigration } from './0026-expected-days.js';
import { removedPayerAddressesMigration } from './0027-removed-payer-addresses.js';
import { accountEmailKeysMigration } from './0028-account-email-keys.js';
import { testPaymentsNotExpectedMigration } from './0029-test-payments-not-expected.js';
import { currencyOfReversalsMigration } from './0030-currency-of-reversals.js';
import { filesOfErasuresMigration } from './0031-files-of-erasures.js';
import type { Migration } from './migration.js';

/** Every migration since the baseline, in the order of execution. */
export const migrations: readonly Migration[] = [
  outgoingCandidatesMigration,
  emailKeysMigration,
  foldedTextsMigration,
  cardAmountsMigration,
  lettersMissingMigration,
  bankAccountsOfEntriesMigration,
  expectedDaysMigration,
  removedPayerAddressesMigration,
  accountEmailKeysMigration,
  testPaymentsNotExpectedMigration,
  currencyOfReversalsMigration,
  filesOfErasuresMigration,
];
