import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  acceptedLanguage,
  defaultLanguage,
  isLanguage,
  type Language,
  languageFacts,
  languages,
} from '#domain/platform/languages';

const chosen = new RegExp(`(?:^|;)\\s*language=(${languages.join('|')})\\s*(?:;|$)`);
const yearInSeconds = 31_536_000;

/**
 * Returns the language of a page and tells it in the headers: that of the address (?lang=), which the visitor's browser
 * keeps; what it kept before; that of the payment that the page is about; the browser's; English.
 */
export function languageOfPage(request: FastifyRequest, reply: FastifyReply, ofPayment?: Language): Language {
  const { headers, url, protocol } = request;
  const asked = new URL(url, 'http://localhost').searchParams.get('lang');
  const named = isLanguage(asked) ? asked : undefined;
  const language =
    named ??
    (chosen.exec(headers.cookie ?? '')?.[1] as Language | undefined) ??
    ofPayment ??
    acceptedLanguage(headers['accept-language']) ??
    defaultLanguage;
  void reply.headers({ 'Content-Language': languageFacts[language].tag, Vary: 'Accept-Language, Cookie' });
  if (named) {
    const secure = protocol === 'https' ? '; Secure' : '';
    void reply.header(
      'Set-Cookie',
      `language=${named}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax${secure}`,
    );
  }
  return language;
}
