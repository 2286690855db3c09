import type { Pagination } from '../platform/lists.js';
import type { Role } from '../platform/roles.js';

/** An account, as the admins see it. */
export interface Person {
  _id: string;
  username: string;
  email: string;
  role: string;
  /** True where a second factor is set up. */
  secondFactor: boolean;
  /** Missing for an account that has not signed in since this is recorded. */
  lastSignInAt?: string;
  state: 'active' | 'disabled';
  createdAt: string;
}

export interface PeoplePage {
  people: Person[];
  pagination: Pagination;
}

/** The response of GET /people/names: those of the accounts that can sign in. */
export interface PeopleNames {
  names: string[];
}

/** The body of PATCH /people/{id}. */
export interface RoleInput {
  role: Role;
}

/** The body of DELETE /people/{id}/second-factor; the reason is told to the owner. @public */
export interface ReasonInput {
  reason: string;
}

/** The body of POST /people/invitations. */
export interface InvitationInput {
  email: string;
  role: Role;
}

/** An invitation that was neither accepted nor withdrawn. */
export interface Invitation {
  _id: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
  /** The mail that carries the link. */
  mailId?: string;
  /** The link, in the answer to the call that makes it, where no mail server is configured. */
  link?: string;
}

/** The response of GET /people/invitations, newest first. */
export interface InvitationPage {
  invitations: Invitation[];
  pagination: Pagination;
}

/** The response of GET /auth/invitations/{token}. */
export interface OfferedInvitation {
  email: string;
  role: Role;
  invitedBy: string;
  expiresAt: string;
}

/** The body of POST /auth/invitations/{token}. */
export interface AcceptInput {
  username: string;
  password: string;
}

/** The body of POST /auth/password/forgotten. */
export interface ForgottenInput {
  email: string;
}

/** The body of POST /auth/password/reset. */
export interface ResetInput {
  token: string;
  password: string;
}

/** The body of POST /auth/email/confirm. */
export interface ConfirmEmailInput {
  token: string;
}

/** The response of GET /auth/options. */
export interface SignInOptions {
  /** True where mail is configured: a forgotten password can be set by a link. */
  forgottenPassword: boolean;
}

export const peopleMessages = {
  notFound: 'Account not found',
  lastAdmin: 'There must always be one active admin',
  invitationNotFound: 'Invitation not found',
  invitationEnded: 'This invitation is not valid any more. Ask for a new one.',
  linkEnded: 'This link is not valid any more. Ask for a new one.',
  forgotten: 'If there is an account with this email address, a link is on its way to it.',
  invitedAlready: 'There is an invitation for this email address already: send it again',
  usernameTaken: 'There is an account with this name already',
} as const;
