import type { Types } from 'mongoose';
import { hiddenToken } from '#domain/mail/mail';
import type { RenderedMail } from './templates/layout.js';

/** The token of a link, with the sign before it: the fragment of an address, of 256 bits (secrets/link-token.ts). */
const token = /#[\w-]{40,}/g;

const contentOf = (
  { subject, text, html }: RenderedMail,
  change: (content: string) => string,
): RenderedMail => ({
  ...{ subject, text: change(text), html: change(html) },
});

/** Returns the token in the content of a mail that an earlier version has stored; undefined where there is none. */
export const tokenIn = ({ text }: Pick<RenderedMail, 'text'>): string | undefined =>
  text.match(token)?.[0].slice(1);

/** Returns the content as it is sent. */
export const withToken = (mail: RenderedMail, secret: string): RenderedMail =>
  contentOf(mail, (content) => content.replaceAll(hiddenToken, `#${secret}`));

/** Returns the content of an earlier version's mail as it is stored now. */
export const withoutToken = (mail: RenderedMail): RenderedMail =>
  contentOf(mail, (content) => content.replaceAll(token, hiddenToken));

/** The context that binds a sealed token to its mail. */
export const tokenContext = (mailId: Types.ObjectId): string => `link of mail ${String(mailId)}`;
