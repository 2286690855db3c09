import type { Pagination } from '../platform/lists.js';
import type { Currency } from '../platform/money.js';
import { type OfficeRecordName, officeRecordNames, officeRecords } from '../platform/resources.js';

/** The acts on a record that the audit trail names. */
const changeActionNames = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  status: 'Status changed',
  account: 'Account changed',
  match: 'Matched',
  undo: 'Undone',
  ignore: 'Ignored',
  import: 'Imported',
  send: 'Sent by hand',
  cancel: 'Cancelled',
  dismiss: 'Dismissed',
  link: 'Link renewed',
  record: 'Recorded',
  merge: 'Merged',
  unmerge: 'Merge undone',
  different: 'Marked as different people',
  pin: 'Pinned',
  unpin: 'Unpinned',
  close: 'Closed',
  reopen: 'Opened again',
  erase: 'Personal data erased',
  // Acts on an account: of its owner, of an admin, or of the command line.
  password: 'Password changed',
  'email-asked': 'Email change asked for',
  email: 'Email changed',
  role: 'Role changed',
  disable: 'Disabled',
  enable: 'Enabled',
  'sessions-ended': 'All sessions ended',
  'second-factor-on': 'Second factor set up',
  'second-factor-off': 'Second factor removed',
  'second-factor-reset': 'Second factor reset',
  'passkey-added': 'Passkey added',
  'passkey-renamed': 'Passkey renamed',
  'passkey-removed': 'Passkey removed',
  'passkey-refused': 'Passkey refused',
  'codes-guessed': 'Wrong codes entered',
  'recovery-codes-made': 'Recovery codes made',
  'recovery-code-used': 'Recovery code used',
  'new-device': 'Signed in from a new device',
} as const;
export type ChangeAction = keyof typeof changeActionNames;

/** Sign-ins, refusals and exports, which change no record. */
const eventNames = {
  export: 'Exported',
  'personal-data': 'Personal data exported',
  login: 'Signed in',
  'login-refused': 'Sign-in refused',
  'access-refused': 'Access refused',
  logout: 'Signed out',
  'session-ended': 'Session ended',
  'password-forgotten': 'Link to set a password asked for',
} as const;
export type AuditAction = ChangeAction | keyof typeof eventNames;

export const auditActionNames: Record<AuditAction, string> = { ...changeActionNames, ...eventNames };
export const auditActions = Object.keys(auditActionNames) as AuditAction[];

export type AuditResource = OfficeRecordName | 'accounts' | 'invitations' | 'books';
export const auditResourceNames = {
  ...Object.fromEntries(officeRecordNames.map((name) => [name, officeRecords[name].one])),
  accounts: 'Account',
  invitations: 'Invitation',
  books: 'Books',
} as Record<AuditResource, string>;
export const auditResources = Object.keys(auditResourceNames) as AuditResource[];

/** A field that a write changed, before and after; null where it has no value. */
export interface AuditChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** The kind of an actor, and the id of a person's account: a name alone could be that of a person or of a program. */
export interface Actor {
  kind: 'person' | 'visitor' | 'program' | 'operator';
  id?: string;
}

/** An audit entry, as the API returns it: actor, action, record, time and network address. */
export interface AuditEntry {
  _id: string;
  at: string;
  by: string;
  /** Missing in entries of earlier versions. */
  actor?: Actor;
  action: AuditAction;
  resource: AuditResource;
  resourceId?: string;
  /** The record's present name, else the one that the entry tells of it; missing where neither is known. */
  name?: string;
  /** That of the record's amounts, as far as it is known. */
  currency?: Currency;
  ip: string;
  requestId: string;
  changes?: AuditChange[];
}

export interface AuditPage {
  entries: AuditEntry[];
  pagination: Pagination;
}
