import { RouteConfig } from '@nestjs/platform-fastify';

/** Settings of a single route, stored in `request.routeOptions.config`. */
export interface RouteSettings {
  /** Content types of bodies that the route takes as bytes, beside JSON. It reads them with `readRawBody`. */
  rawBody?: readonly string[];
  /** Longest time until its response begins, in milliseconds. */
  responseTimeoutMs?: number;
}

export const RouteSettings = (settings: RouteSettings) => RouteConfig(settings);
