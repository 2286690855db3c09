import { ServiceUnavailableException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Requests that are worked on at once: bodies of so many fit into memory, and more only make each other wait. */
const maxConcurrentRequests = 2000;
/** An answer begins within so many milliseconds, whatever the database does; an export may take longer to end. */
const responseTimeoutMs = 20_000;

/**
 * Answers 503 with Retry-After to what comes while too many requests are running already, and to what has waited too
 * long, so that a slow database piles up nothing. Whether the process is alive can always be asked.
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
      // Comes once, whether the answer was sent or the client went away.
      reply.raw.once('close', () => {
        running -= 1;
        clearTimeout(timer);
      });
      next();
    });
}
