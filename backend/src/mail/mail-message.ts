import MailComposer from 'nodemailer/lib/mail-composer';
import type { Attachment } from './mail-review.js';
import type { MailSettings } from './mail-settings.js';
import type { Mail } from './mail.schema.js';
import type { RenderedMail } from './templates/layout.js';
import type { Envelope } from './smtp-session.js';

/** Sender and recipients of a mail. */
const recipientsOf = ({ to }: Pick<Mail, 'to'>): string[] => to.split(', ');

/**
 * Composes a mail for SMTP, with text and html as alternatives. Addresses are passed as values, never as the text of a
 * header, and the content can name no file or URL for nodemailer to load.
 */
export async function composeMessage(
  mail: Pick<Mail, 'to' | 'messageId'> & RenderedMail,
  { from, replyTo = from }: MailSettings,
  attachments: readonly Attachment[] = [],
): Promise<{ envelope: Envelope; message: Buffer }> {
  if (!from || !replyTo) throw new Error('MAIL_FROM is required to send mail');
  const node = new MailComposer({
    from,
    replyTo,
    to: recipientsOf(mail).map((address) => ({ name: '', address })),
    subject: mail.subject,
    messageId: mail.messageId,
    date: new Date(),
    text: mail.text,
    html: mail.html,
    attachments: attachments.map((one) => ({ ...one })),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from: sender, to } = node.getEnvelope();
  return { envelope: { from: String(sender), to }, message: await node.build() };
}
