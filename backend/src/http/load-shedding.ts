import { ServiceUnavailableException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { RouteSettings } from './route-settings.decorator.js';

/** Maximum number of concurrent requests: their bodies fit into memory, and more would only delay each other. */
const maxConcurrentRequests = 2000;
/**
 * Longest time until a response begins, in milliseconds, unless its route sets another one; an export may take longer
 * to end.
 */
const responseTimeoutMs = 20_000;

export interface LoadLimits {
  maxConcurrentRequests?: number | undefined;
  responseTimeoutMs?: number | undefined;
}

/**
 * Sheds load with 503 and Retry-After above the concurrency limit or after the response timeout, so that a slow
 * database queues nothing. Liveness checks are exempt.
 */
export function shedLoad(app: NestFastifyApplication, limits: LoadLimits = {}): void {
  const atOnce = limits.maxConcurrentRequests ?? maxConcurrentRequests;
  let running = 0;
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, next) => {
      if (request.url === '/api/health/live') return next();
      if (running >= atOnce)
        return next(new ServiceUnavailableException('The service is busy. Please try again.'));
      running += 1;
      const settings = (request.routeOptions.config ?? {}) as RouteSettings;
      const timeoutMs = settings.responseTimeoutMs ?? limits.responseTimeoutMs ?? responseTimeoutMs;
      const timer = setTimeout(() => {
        if (!reply.sent && !reply.raw.headersSent)
          void reply.send(new ServiceUnavailableException('The service took too long. Please try again.'));
      }, timeoutMs).unref();
      // Fires once, whether the response was sent or the client disconnected.
      reply.raw.once('close', () => {
        running -= 1;
        clearTimeout(timer);
      });
      next();
    });
}
