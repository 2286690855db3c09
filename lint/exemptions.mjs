// Exemptions from rules of the lint, each with its reason.

/** Files of features, or some of their methods, whose writes change no record that others know of, and why. */
export const untold = {
  'auth/users/users.service.ts':
    'the services of accounts and people, which call it, record the change of the account',
  'auth/sessions/sessions.service.ts':
    'sign-ins, and the services that end sessions, record them as changes of the account',
  'auth/saved-views/saved-views.service.ts': 'the views of lists are their owner’s alone',
  'auth/sign-in/sign-in-tickets.service.ts': 'a ticket lives for minutes',
  'auth/second-factor/second-factors.service.ts':
    'the services that set factors up record the change of the account',
  'auth/second-factor/passkeys.service.ts': 'likewise',
  'auth/second-factor/passkey-challenges.service.ts': 'a challenge lives for minutes',
  'auth/second-factor/seal-factors-anew.ts': 'the secrets stay what they are, sealed by another key',
  'ledger/books/bookkeeper.service.ts': {
    book: 'the change of the payment that is booked is recorded, with its bookings',
    remove: 'likewise its deletion',
    pass: 'it only makes a booking and a closing at the same time conflict',
  },
  'ledger/books/closing.service.ts': 'the service of the call that closes adds it to the audit trail',
  'cards/events/card-event-store.ts': 'the services that settle and decide events record the changes',
  'customers/visitor-customers.service.ts':
    'the mark makes simultaneous first submissions of an email conflict',
  'customers/customer-merges.service.ts': 'the merge and its undo are recorded as changes of the customers',
  'customers/duplicates.service.ts': {
    look: 'whether there are duplicates is derived from other records',
    lookAgain: 'likewise',
  },
  'customers/customers.service.ts': {
    lookAgain: 'it is to be looked for duplicates: no field of the record changes',
    setWordsDue: 'its payments are to be found by other words: likewise',
  },
  'care/comments/comments.service.ts': {
    write: 'the methods that call it record the change',
    forgetCustomers: 'the deletion of the customer is recorded',
    followPayments: 'likewise the change of the payment',
    moveAll: 'the merge of the customers is recorded',
    movePin: 'likewise',
    moveBack: 'likewise its undo',
  },
  'mail/seal-links-anew.ts': 'the links stay what they are, sealed by another key',
  'mail/outbox.ts': {
    take: 'a lease is a step of the sending',
    release: 'likewise the end of a lease',
    releaseHeld: 'likewise',
    cancel: 'the services that cancel a mail record it',
    cancelOf: 'the change of the payment, by which the mails are outdated, is recorded',
    deleteOfCustomer: 'the deletion of the customer is recorded',
    moveAll: 'likewise the merge of customers',
    dismiss: 'the services that dismiss mails, or send others instead, record it',
    noteResent: 'the service that sends a mail again records it',
  },
  'payments/card-payments.service.ts': { setPayouts: 'the import of the report is recorded' },
  'payments/status/payment-status.service.ts': {
    remember: 'a batch remembers a recorded change, to undo it',
    undoOne: 'the change is recorded by write, and the batch remembers that it is undone',
  },
  'payments/payment-terms.ts': 'the change of the customer, whose words they are, is recorded',
  'payments/payments.service.ts': {
    addReminder: 'the mail of the reminder is recorded',
    setIssued: 'the document that is issued is recorded',
    showLetters: 'a start takes back a mark of look-ups that a font has settled',
  },
  'documents/document-store.service.ts': {
    start: 'a counter begins, which no document has yet',
    nextNumber: 'the document that gets the number is recorded',
    moveAll: 'the merge of the customers is recorded',
  },
  'payments/terms/terms-texts.service.ts': {
    start: 'a text of the options is kept before a visitor accepts it',
  },
  'auth/people/invitations.service.ts': { spend: 'the account that the invitation makes is recorded' },
  'auth/users/email-links.service.ts': {
    endLinks: 'the change of the account, by which its link ends, is recorded',
  },
  'auth/people/password-links.service.ts': {
    send: 'nothing of the account changes: the audit trail is told of the request',
    endLinks: 'the change of the account, by which its link ends, is recorded',
  },
  'bank/accounts/bank-accounts.service.ts': {
    remember: 'the layout of a file is remembered for the next one',
    lockForImport: 'it only makes simultaneous imports conflict',
  },
  'bank/statements/statement-importer.ts': {
    result: 'the counts of a recorded import are stored when first read',
  },
  'bank/statements/statement-readings.service.ts': 'a reading is made of the file, which does not change',
  'bank/statements/statements.service.ts': {
    upload: 'a draft is recorded when it is imported or deleted',
    trySetMapping: 'likewise',
  },
  'bank/matching/matching.service.ts': 'candidates, claims and readiness are derived from other records',
};

/** Fields of which each value is of one record only. */
export const unique = [
  'usernameKey',
  'credentialId',
  'family',
  'referenceKey',
  'formerReferenceKeys',
  'card.sessionId',
  'numberKey',
  'pinnedOn',
  'hash',
  'key',
  'tokenHash',
];

/** Reads whose result does not depend on the order of the records, and why, by file and method. */
export const unordered = {
  'auth/sessions/sessions.service.ts': {
    rotate: 'the family of a token is of one session',
    revokeFamily: 'likewise',
  },
  'customers/customers.service.ts': { lookAgain: 'all of them are looked at, or none' },
  'customers/duplicates.service.ts': { sharing: 'a form of more people than the limit says nothing' },
  'customers/customer-lookups.ts': { ofPayerNames: 'a name of more people than the limit says nothing' },
  'payments/status/payment-status.service.ts': {
    find: 'a version of a payment is of one batch',
    findChange: 'likewise',
  },
  'auth/people/invitations.service.ts': { find: 'a token is of one invitation', spend: 'likewise' },
  'auth/people/password-links.service.ts': {
    ownerOf: 'a token is of one link',
    use: 'likewise',
  },
  'bank/statements/transfers-elsewhere.ts': {
    hasTransfersElsewhere: 'only whether there is one counts',
  },
  'bank/transactions/bank-transactions.service.ts': { contestedOf: 'the claims are counted' },
  'bank/matching/findings.service.ts': {
    paidBefore: 'a payer of more transactions than the limit says nothing',
  },
  'bank/matching/matching.service.ts': {
    claimsOfReady: 'all of them are looked at',
    matchNew: 'the rest follows in the next round',
    lookAtMarked: 'the rest is looked at next time',
    findOpen: 'candidates of equal rank are sorted by their ids',
    claimantsOf: 'all of them are rivals',
    leadingToOthersOf: 'the keys of all of them are looked up',
  },
  'bank/transactions/transaction-writes.service.ts': {
    findRival: 'only whether there is one counts',
  },
};
