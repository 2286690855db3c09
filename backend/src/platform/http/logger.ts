import type { LoggerService } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { CurrentUser } from '#domain/auth/auth';

/** Forwards the logs of Nest and its services to the server's logger, which writes one line of JSON each. */
export function nestLogger(log: FastifyBaseLogger): LoggerService {
  const write =
    (level: 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal') =>
    (message: unknown, ...rest: unknown[]) => {
      const context = rest.filter((part) => typeof part === 'string').at(-1);
      if (typeof message !== 'object' || message === null) return log[level]({ context }, String(message));
      // The text of every line is in one field, msg.
      const { message: text, ...facts } = message as { message?: string };
      log[level]({ context, ...facts }, text);
    };
  return {
    // Nest logs every module and route at startup, in plain text: that is only useful when debugging.
    log: (message: unknown, ...rest: unknown[]) =>
      write(typeof message === 'string' ? 'debug' : 'info')(message, ...rest),
    error: write('error'),
    warn: write('warn'),
    debug: write('debug'),
    verbose: write('trace'),
    fatal: write('fatal'),
  };
}

/** Replaces a secret in the log. */
const hidden = '…';

/**
 * Returns a request's path for the log: without its query and without the token of a visitor's page, even in a mistyped
 * path. Ids have 24 characters, tokens more.
 */
export const loggedPath = (url: string): string =>
  url
    .replace(/\?.*$/s, '')
    .replace(/(\/orders?\/[^/]*\/)[^/]+/i, `$1${hidden}`)
    .replace(/[^/]{25,}/g, hidden);

/** Returns an address as the log shows it; undefined where it shows none. */
export type AddressOf = (ip: string) => string | undefined;

/** Logs each call of the API after its response, or when its client goes away before that: never a query, a body or a header, which may contain personal data. */
export function logRequests(app: NestFastifyApplication, addressOf: AddressOf): void {
  const server = app.getHttpAdapter().getInstance();
  server
    .addHook('onRequest', (request, reply, done) => {
      reply.header('X-Request-Id', request.id);
      done();
    })
    .addHook('onRequestAbort', (request, done) => {
      if (request.url.startsWith('/api'))
        request.log.info({ method: request.method, path: loggedPath(request.url) }, 'Request broken off');
      done();
    })
    .addHook('onResponse', (request: FastifyRequest & { user?: CurrentUser }, reply, done) => {
      if (request.url.startsWith('/api'))
        request.log.info(
          {
            method: request.method,
            path: loggedPath(request.url),
            status: reply.statusCode,
            milliseconds: Math.round(reply.elapsedTime),
            user: request.user?.username,
            address: addressOf(request.ip),
          },
          'Request',
        );
      done();
    });
}
