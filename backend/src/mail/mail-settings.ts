import addressparser from 'nodemailer/lib/addressparser';
import { isEmail } from '#domain/customers/person-fields';
import {
  type Environment as Variables,
  type SettingsPart,
  wholeNumber,
} from '../platform/config/environment.js';

/** An email address with its display name, '' for none. */
interface Mailbox {
  name: string;
  address: string;
}

/** Address and sign-in of the mail server. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** Implicit TLS; otherwise STARTTLS. */
  secure: boolean;
  auth?: { user: string; pass: string };
  /** A trusted certificate instead of Node's; set by tests only. */
  ca?: string;
}

export interface MailSettings {
  /** Undefined: mails are held. */
  smtp?: SmtpSettings;
  from?: Mailbox;
  replyTo?: Mailbox;
  /** Recipients of alerts about new payments, failed mails and disputes. */
  alerts: string[];
  /** The site's public URL, without a trailing slash. Undefined: the server's own address. */
  publicUrl?: string;
  /** Days after the expected transfer date, or the day of a part, on which reminders are sent automatically; ascending. */
  reminderDays: number[];
  /** Days before the day of a later part from which its notice is sent; 0 for none. */
  partNoticeDays: number;
  /** Delay of mails about a status, in seconds. */
  delaySeconds: number;
  /** Retention of mails, in days. */
  retentionDays: number;
}

/** The settings of mail and of its limit. */
export interface MailConfig {
  mail: MailSettings;
  /** Mails an hour that checkouts may cause. */
  mailsPerHour: number;
}

const variables = [
  'RATE_LIMIT_MAILS',
  'SMTP_URL',
  'MAIL_FROM',
  'MAIL_REPLY_TO',
  'MAIL_ALERTS',
  'PUBLIC_URL',
  'REMINDER_DAYS',
  'PART_NOTICE_DAYS',
  'MAIL_DELAY_SECONDS',
  'MAIL_RETENTION_DAYS',
] as const;

type Environment = Variables<(typeof variables)[number]>;

/** Parses the mailboxes in a header's text; undefined where one of them is invalid. */
function parseMailboxes(text: string): Mailbox[] | undefined {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(text)) return undefined;
  const parsed = addressparser(text);
  const boxes = parsed.flatMap(({ name, address }) => (isEmail(address) ? [{ name, address }] : []));
  return boxes.length === parsed.length && boxes.length > 0 ? boxes : undefined;
}

function mailbox(env: Environment, name: 'MAIL_FROM' | 'MAIL_REPLY_TO'): Mailbox | undefined {
  const text = env[name];
  if (text === undefined) return undefined;
  const [box, another] = parseMailboxes(text.trim()) ?? [];
  if (!box || another)
    throw new Error(
      `${name} takes an address such as "Trip Desk <desk@example.com>", not ${JSON.stringify(text)}`,
    );
  return box;
}

/** The message never quotes SMTP_URL: it contains a password. */
const smtpFault =
  'SMTP_URL takes smtp://user:password@host:port or smtps://…, with user and password percent-encoded';

function smtpSettings({ SMTP_URL: text }: Environment): SmtpSettings | undefined {
  if (text === undefined) return undefined;
  try {
    const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text.trim());
    const secure = protocol === 'smtps:';
    if ((!secure && protocol !== 'smtp:') || !hostname || port === '0') throw new Error();
    if (!['', '/'].includes(pathname) || search || hash || !username !== !password) throw new Error();
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port) || (secure ? 465 : 587),
      secure,
      ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    };
  } catch {
    // The URL parser's own error quotes the text.
    throw new Error(smtpFault);
  }
}

function publicUrl({ PUBLIC_URL: text }: Environment): string | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new Error(
      `PUBLIC_URL takes an address such as https://trip.example.com, not ${JSON.stringify(trimmed)}`,
    );
  return url.href.replace(/\/+$/, '');
}

function reminderDays({ REMINDER_DAYS: text }: Environment): number[] {
  if (text === undefined) return [];
  const days = text.split(',').map((part) => part.trim());
  if (days.some((part) => !/^\d{1,3}$/.test(part) || Number(part) < 1))
    throw new Error(`REMINDER_DAYS takes days from 1 to 999, such as 3 or 3,10, not ${JSON.stringify(text)}`);
  return [...new Set(days.map(Number))].sort((a, b) => a - b);
}

/**
 * Reads the mail settings from the environment.
 * @throws Error whose message is one line that names the variable; it never contains the password of SMTP_URL
 */
function readMailSettings(env: Environment): MailSettings {
  const smtp = smtpSettings(env);
  const from = mailbox(env, 'MAIL_FROM');
  const replyTo = mailbox(env, 'MAIL_REPLY_TO');
  const url = publicUrl(env);
  if (smtp && !from) throw new Error('MAIL_FROM is required with SMTP_URL: the address that mails come from');
  if (smtp && !url)
    throw new Error(
      'PUBLIC_URL is required with SMTP_URL: where visitors reach the site, for links in mails',
    );
  const alerts = env.MAIL_ALERTS === undefined ? [] : parseMailboxes(env.MAIL_ALERTS.trim());
  if (!alerts)
    throw new Error(
      `MAIL_ALERTS takes addresses, separated by commas, not ${JSON.stringify(env.MAIL_ALERTS)}`,
    );
  return {
    ...(smtp && { smtp }),
    ...(from && { from }),
    ...(replyTo && { replyTo }),
    alerts: [...new Set(alerts.map(({ address }) => address))],
    ...(url && { publicUrl: url }),
    reminderDays: reminderDays(env),
    partNoticeDays: wholeNumber(env, 'PART_NOTICE_DAYS', 7, 0, 60),
    delaySeconds: wholeNumber(env, 'MAIL_DELAY_SECONDS', 60, 0, 86_400),
    retentionDays: wholeNumber(env, 'MAIL_RETENTION_DAYS', 365, 1, 3650),
  };
}

export const mailSettings: SettingsPart<(typeof variables)[number], MailConfig> = {
  variables,
  read: (env) => ({
    mail: readMailSettings(env),
    mailsPerHour: wholeNumber(env, 'RATE_LIMIT_MAILS', 1000, 1, 1_000_000),
  }),
};
