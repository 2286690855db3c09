import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Upper bounds of the histogram, in seconds: pages take hundredths, exports many seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** Statuses with which a sign-in is refused: wrong, forbidden, or one of too many. */
const refusedStatuses = [401, 403, 429];

/** Measures each request by the pattern of its route, never by its address, which may hold a token. */
export function measureRequests(app: NestFastifyApplication, registry: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests until the response was sent, in seconds.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  const refused = new Counter({
    name: 'trip_logins_refused_total',
    help: 'Number of refused sign-ins.',
    registers: [registry],
  });
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    duration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (route === '/api/auth/login' && refusedStatuses.includes(reply.statusCode)) refused.inc();
    done();
  });
}
