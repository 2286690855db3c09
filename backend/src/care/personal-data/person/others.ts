const accounts = 'of accounts of the office';
const ofServer = 'of the server itself';
const counted = 'counts only';

/** The collections that hold no records of customers, and why. */
export const others: Readonly<Record<string, string>> = {
  ...{ users: accounts, sessions: accounts, signins: accounts, signintickets: accounts },
  ...{ secondfactors: accounts, passkeys: accounts, passkeychallenges: accounts },
  ...{ emaillinks: accounts, passwordlinks: accounts, invitations: accounts },
  ...{ figures: counted, figurechanges: counted, documentcounters: counted },
  ...{ books: 'the day until which the books are closed', bankaccounts: 'the accounts of the company' },
  ...{ secrets: ofServer, leases: ofServer, migrations: ofServer },
  ...{ auditblocks: ofServer, audithead: ofServer },
  audit: 'its entries change with their marks: audit-entries.ts',
  savedviews: 'the views of a colleague: those whose search names the person are in office-texts.ts',
  termstexts: 'the texts of the terms',
  limits: 'hashes, until the end of a time window',
  checkoutemails: 'keyed hashes, for an hour',
  cardlinks: 'ids of the card provider',
  cardpayouts: 'sums of the card provider',
  cardpayoutlines: 'ids and sums of the card provider',
  statusbatches: 'ids of payments, for 30 days',
  statements: 'files of the bank stay until their term: forget.ts',
  statementfiles: 'likewise',
  erasures: 'ids of the erased',
  personaldatastate: 'the times of the first and the last look at terms',
};
