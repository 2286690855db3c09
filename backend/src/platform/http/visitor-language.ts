import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { acceptedLanguage, byLanguage, defaultLanguage, type Language } from '#domain/platform/languages';
import { texts } from '#domain/texts/texts';
import { translator } from '#domain/texts/translator';

/** The addresses of the calls of visitors' pages, whose messages are in the language of the page. */
const visitorsCalls = /^\/api\/(?:checkout|orders|payments\/checkout)(?:[/?]|$)/;

type Called = Pick<FastifyRequest, 'url' | 'headers'>;

/** Returns the language of the messages of a call: that of Accept-Language for visitors, English for the office. */
const languageOfCall = ({ url, headers }: Called): Language =>
  (visitorsCalls.test(url) && acceptedLanguage(headers['accept-language'])) || defaultLanguage;

/** The language of a visitor's call, as a parameter of its handler. */
export const CallLanguage = createParamDecorator((_: unknown, context: ExecutionContext) =>
  languageOfCall(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Give the messages of visitors' calls, which are written in English, in each language. */
const translators = byLanguage((language) =>
  language === defaultLanguage ? (message: string) => message : translator(texts.en, texts[language]),
);

/** Returns a message in the language of a call; what is no message of visitors' calls stays. */
export const messageFor = (call: Called, message: string): string =>
  translators[languageOfCall(call)](message);

/** Tells caches that the responses to visitors' calls depend on the language. */
export function varyByLanguage(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRequest', ({ url }, reply, next) => {
    if (visitorsCalls.test(url)) void reply.header('Vary', 'Accept-Language');
    next();
  });
}
