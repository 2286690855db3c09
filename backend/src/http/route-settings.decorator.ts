import { RouteConfig } from '@nestjs/platform-fastify';

/** What a route does otherwise than all others, as `request.routeOptions.config` has it. */
export interface RouteSettings {
  /** Content types of bodies that the route takes as bytes, beside JSON. It reads them with `readRawBody`. */
  rawBody?: readonly string[];
  /** The longest time until its response begins, in milliseconds. */
  responseTimeoutMs?: number;
}

export const RouteSettings = (settings: RouteSettings) => RouteConfig(settings);
