import { RequestTimeoutException, ServiceUnavailableException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { refusals } from '#domain/texts/en/refusals';
import { clientNetwork } from '../client-network.js';
import type { RouteSettings, RunningLimits } from '../route-settings.decorator.js';
import { TooManyRequestsException } from '../errors/too-many-requests.exception.js';

/**
 * Concurrent calls and visitors' pages: their bodies fit into memory, and more would only delay each other. Those of one
 * network, files included, are a quarter, so that no client takes the others' places.
 */
export interface LoadLimits extends RunningLimits {
  /** Longest time in milliseconds until a body of JSON, which is small, has arrived. */
  bodyTimeoutMs: number;
  /** Longest time in ms until a response begins, unless its route sets another; an export may end later. */
  responseTimeoutMs: number;
}

const defaultLimits: LoadLimits = {
  maxConcurrentRequests: 2000,
  maxPerNetwork: 500,
  bodyTimeoutMs: 10_000,
  responseTimeoutMs: 20_000,
};

/** Returns whether a request needs the database; files and pages that are the same for all callers do not. */
const needsWork = (path: string): boolean => /^\/(?:api|order)\//.test(path);

/** Counts the running requests, in all and by network. */
class RunningRequests {
  private working = 0;
  private readonly byNetwork = new Map<string, number>();

  constructor(private readonly limits: RunningLimits) {}

  /** Takes a place and returns the function that gives it back. Throws 429 or 503 where there is none. */
  enter(network: string, isWork: boolean): () => void {
    const own = this.byNetwork.get(network) ?? 0;
    if (own >= this.limits.maxPerNetwork) throw new TooManyRequestsException(1);
    if (isWork && this.working >= this.limits.maxConcurrentRequests)
      throw new ServiceUnavailableException(refusals.busy);
    this.byNetwork.set(network, own + 1);
    if (isWork) this.working += 1;
    return () => {
      const left = (this.byNetwork.get(network) ?? 1) - 1;
      if (left) this.byNetwork.set(network, left);
      else this.byNetwork.delete(network);
      if (isWork) this.working -= 1;
    };
  }
}

/**
 * Sheds load, so that a slow database or client queues nothing: 429 above the share of a network, 503 above the limit of
 * all, 408 for a body and 503 for a response that takes too long. Liveness checks are exempt; a route may have limits of
 * its own.
 */
export function shedLoad(app: NestFastifyApplication, given: Partial<LoadLimits> = {}): void {
  const limits = { ...defaultLimits, ...given };
  const running = new RunningRequests(limits);
  const ofRoutes = new Map<RunningLimits, RunningRequests>();
  const ofRoute = (own: RunningLimits): RunningRequests => {
    const known = ofRoutes.get(own) ?? new RunningRequests(own);
    ofRoutes.set(own, known);
    return known;
  };
  const bodyTimers = new WeakMap<object, NodeJS.Timeout>();
  const server = app.getHttpAdapter().getInstance();
  server
    .addHook('onRequest', (request, reply, next) => {
      if (request.url === '/api/health/live') return next();
      const { responseTimeoutMs = limits.responseTimeoutMs, ownLoad } = (request.routeOptions.config ??
        {}) as RouteSettings;
      // Of a refused request, the rest of the body must not be read as the next one.
      void reply.header('Connection', 'close');
      const counted = ownLoad ? ofRoute(ownLoad) : running;
      const leave = counted.enter(clientNetwork(request.ip), needsWork(request.url));
      void reply.removeHeader('Connection');
      const refuseAfter = (timeoutMs: number, error: () => Error) =>
        setTimeout(() => {
          if (!reply.sent && !reply.raw.headersSent) void reply.send(error());
        }, timeoutMs).unref();
      const timers = [
        refuseAfter(responseTimeoutMs, () => new ServiceUnavailableException(refusals.tookTooLong)),
        refuseAfter(limits.bodyTimeoutMs, () => {
          void reply.header('Connection', 'close');
          return new RequestTimeoutException(refusals.arrivedTooLate);
        }),
      ];
      bodyTimers.set(request, timers[1]!);
      // Fires once, whether the response was sent or the client disconnected.
      reply.raw.once('close', () => {
        leave();
        for (const timer of timers) clearTimeout(timer);
      });
      next();
    })
    .addHook('preValidation', (request, _, next) => {
      clearTimeout(bodyTimers.get(request));
      next();
    });
}
