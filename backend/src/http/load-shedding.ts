import { ServiceUnavailableException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Maximum number of concurrent requests: their bodies fit into memory, and more only delay each other. */
const maxConcurrentRequests = 2000;
/** Longest time until a response begins, in milliseconds; an export may take longer to end. */
const responseTimeoutMs = 20_000;

/**
 * Sheds load with 503 and Retry-After above the concurrency limit or after the response timeout, so that a slow
 * database queues nothing. Liveness checks are exempt.
 */
export function shedLoad(app: NestFastifyApplication, atOnce = maxConcurrentRequests): void {
  let running = 0;
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, next) => {
      if (request.url === '/api/health/live') return next();
      if (running >= atOnce)
        return next(new ServiceUnavailableException('The service is busy. Please try again.'));
      running += 1;
      const timer = setTimeout(() => {
        if (!reply.sent && !reply.raw.headersSent)
          void reply.send(new ServiceUnavailableException('The service took too long. Please try again.'));
      }, responseTimeoutMs).unref();
      // Fires once, whether the response was sent or the client disconnected.
      reply.raw.once('close', () => {
        running -= 1;
        clearTimeout(timer);
      });
      next();
    });
}
