import { RouteConfig } from '@nestjs/platform-fastify';

/** Limits of requests that run at once. */
export interface RunningLimits {
  maxConcurrentRequests: number;
  /** Those of one network. */
  maxPerNetwork: number;
}

/** Settings of a single route, stored in `request.routeOptions.config`. */
export interface RouteSettings {
  /** Content types of bodies that the route takes as bytes, beside JSON. It reads them with `readRawBody`. */
  rawBody?: readonly string[];
  /** Longest time until its response begins, in milliseconds. */
  responseTimeoutMs?: number;
  /**
   * Limits of the route's own running requests, which are counted apart: neither do they take the places of others, nor
   * are they refused because others run.
   */
  ownLoad?: RunningLimits;
}

export const RouteSettings = (settings: RouteSettings) => RouteConfig(settings);
