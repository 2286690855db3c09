import type { Types } from 'mongoose';
import { hiddenToken } from '#domain/mail/mail';
import type { RenderedMail } from './templates/layout.js';

const contentOf = (
  { subject, text, html }: RenderedMail,
  change: (content: string) => string,
): RenderedMail => ({
  subject,
  text: change(text),
  html: change(html),
});

/** Returns the content as it is sent. */
export const withToken = (mail: RenderedMail, secret: string): RenderedMail =>
  contentOf(mail, (content) => content.replaceAll(hiddenToken, `#${secret}`));

/** The context that binds a sealed token to its mail. */
export const tokenContext = (mailId: Types.ObjectId): string => `link of mail ${String(mailId)}`;
