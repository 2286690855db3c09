import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusals } from '#domain/texts/en/refusals';
import { messageFor } from '../visitor-language.js';
import { loggedPath } from '../logger.js';
import { contentSecurityPolicy } from '../security-headers.js';

/** Security headers of responses that bypass Fastify's hooks. */
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentSecurityPolicy(),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Responds to a URL that the router cannot parse, without echoing it. */
export function handleFrameworkError(
  { statusCode = 400 }: { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const message = messageFor(
    request,
    statusCode === 414 ? refusals.addressTooLong : refusals.addressNotValid,
  );
  request.log.info({ method: request.method, path: loggedPath(request.url), status: statusCode });
  void reply
    .headers({ ...headers, 'X-Request-Id': request.id })
    .status(statusCode)
    .send({ statusCode, message });
}

const clientErrors: Record<string, readonly [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', refusals.arrivedTooLate],
};

/** Responds to invalid or incomplete HTTP and closes the connection. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const [statusCode, reason, message] = clientErrors[error.code ?? ''] ?? [
      400,
      'Bad Request',
      refusals.notValid,
    ];
    const body = JSON.stringify({ statusCode, message });
    const lines = Object.entries({ ...headers, 'Content-Length': body.length, Connection: 'close' });
    socket.write(
      `HTTP/1.1 ${statusCode} ${reason}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
    );
  }
  socket.destroySoon();
}
