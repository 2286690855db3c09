import type { ChangeAction } from '#domain/audit/audit';
import type { Calendar } from '#domain/platform/calendar';
import { roleNames, type Role } from '#domain/platform/roles';
import type { Block, MailContent } from './layout.js';

/** Events that the owner of an account is told of, as subject, and in a sentence. */
const notices = {
  password: ['Your password was changed', 'The password of your account was changed.'],
  email: ['Your email address was changed', 'The email address of your account was changed.'],
  'second-factor-on': ['A second factor was set up', 'Your account asks for a second factor from now on.'],
  'second-factor-off': [
    'Your authenticator app was removed',
    'The authenticator app of your account was removed: it is no second factor any more.',
  ],
  'second-factor-reset': [
    'Your second factor was reset',
    'Authenticator app, passkeys and recovery codes of your account were removed: sign in with your password, and set up a second factor again.',
  ],
  'passkey-added': ['A passkey was added', 'A passkey was added to your account.'],
  'passkey-removed': ['A passkey was removed', 'A passkey was removed from your account.'],
  'passkey-refused': [
    'A passkey was refused',
    'A passkey of your account was refused, as it may have been copied. Remove it, and add it again.',
  ],
  'codes-guessed': [
    'Wrong codes were entered for your account',
    'Your password was right, and ten codes of your authenticator app were wrong: another person may know your password. Change it.',
  ],
  'recovery-code-used': ['A recovery code was used', 'Your account was signed in to with a recovery code.'],
  'new-device': ['New sign-in to your account', 'Your account was signed in to from a new device.'],
} as const satisfies Partial<Record<ChangeAction, readonly [string, string]>>;
export type AccountNotice = keyof typeof notices;

export const isAccountNotice = (action: string | undefined): action is AccountNotice =>
  action !== undefined && Object.hasOwn(notices, action);

/** The event of a mail with a link, which works until a time. */
export type AccountLinkFacts = { expiresAt: Date } & (
  | { event: 'forgotten' | 'confirm-email'; username: string }
  | { event: 'invitation'; role: Role; invitedBy: string }
);

/** The event of a mail about an account. */
export type AccountFacts =
  | { event: AccountNotice; rows: (readonly [label: string, value: string])[]; url: string }
  | (AccountLinkFacts & { url: string });

const whenToAct: Block = {
  paragraph: 'If this was not you, or not agreed with you, tell an admin at once, and change your password.',
};

/** "2026-11-21 15:05 America/Toronto": the office's clock, as on its screens. */
export const momentText = (moment: Date, { clockTime, timeZone }: Calendar): string =>
  `${clockTime(moment).slice(0, 16).replace('T', ' ')} ${timeZone}`;

/** Writes the mail of an event of an account, for the office of a company. */
export function accountMail(facts: AccountFacts, companyName: string, calendar: Calendar): MailContent {
  const until = (moment: Date): Block => ({
    paragraph: `The link works once, until ${momentText(moment, calendar)}.`,
  });
  switch (facts.event) {
    case 'forgotten':
      return {
        subject: 'Set a new password',
        title: 'Set a new password',
        blocks: [
          { paragraph: `You asked for a link to set a new password for the account ${facts.username}.` },
          { link: { label: 'Set a new password', url: facts.url } },
          until(facts.expiresAt),
          { paragraph: 'If you did not ask for this, there is nothing to do: your password stays as it is.' },
        ],
      };
    case 'confirm-email':
      return {
        subject: 'Confirm your email address',
        title: 'Confirm your email address',
        blocks: [
          { paragraph: `The account ${facts.username} of the back-office is to have this email address.` },
          { link: { label: 'Confirm the address', url: facts.url } },
          until(facts.expiresAt),
          { paragraph: 'If this is not your account, there is nothing to do: the address does not count.' },
        ],
      };
    case 'invitation':
      return {
        subject: `Your invitation to the back-office of ${companyName}`,
        title: `Your invitation to the back-office of ${companyName}`,
        blocks: [
          {
            paragraph: `${facts.invitedBy} invites you to the back-office of ${companyName}, as ${roleNames[facts.role]}. There the office looks after its customers, their payments and the letters about them.`,
          },
          { paragraph: 'Choose a name and a password of your own:' },
          { link: { label: 'Accept the invitation', url: facts.url } },
          until(facts.expiresAt),
        ],
      };
    default: {
      const [title, sentence] = notices[facts.event];
      return {
        subject: title,
        title,
        blocks: [
          { paragraph: sentence },
          { facts: facts.rows },
          whenToAct,
          { link: { label: 'Open My Account', url: facts.url } },
        ],
      };
    }
  }
}
