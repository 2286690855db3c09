import { officeRecordNames } from './resources.js';

/** The roles of the back-office, the most powerful first. An account with any other role may do nothing. */
export const roles = ['admin', 'manager', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** The role of the first account. */
export const adminRole = 'admin' satisfies Role;

export const roleNames: Record<Role, string> = { admin: 'Admin', manager: 'Manager', viewer: 'Viewer' };

export const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text);

const officeResources = [...officeRecordNames, 'reports'] as const;

/**
 * The resources that roles differ in. `account` is one's own; `history` are the audit entries of one record that is not
 * an account, and `audit` is the whole trail. `personal-data` is all that is stored of one customer, to give and to erase.
 */
export type Resource =
  | (typeof officeResources)[number]
  | 'books'
  | 'account'
  | 'history'
  | 'people'
  | 'audit'
  | 'personal-data';

/** An export and a search are reads. */
export type Access = 'read' | 'write';

/** The table of permissions: the server's guard and the screens decide by it. */
const permissions: Record<Role, Record<Access, readonly Resource[]>> = {
  admin: {
    read: [...officeResources, 'books', 'account', 'history', 'people', 'audit', 'personal-data'],
    write: [...officeResources, 'books', 'account', 'people', 'personal-data'],
  },
  manager: {
    read: [...officeResources, 'books', 'account', 'history'],
    write: [...officeResources, 'account'],
  },
  viewer: { read: [...officeResources, 'books', 'account'], write: ['account'] },
};

/** Returns whether a role may read or write a resource. */
export const can = (role: string, access: Access, resource: Resource): boolean =>
  isRole(role) && permissions[role][access].includes(resource);
