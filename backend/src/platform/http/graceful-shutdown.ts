import { Server } from 'node:net';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Idle time, in ms, after which a connection is closed during shutdown: requests in transit have arrived by then. */
const idleTimeMs = 250;
/** Longest total time of the shutdown, in milliseconds: running requests, the database, and other open resources. */
export const shutdownTimeoutMs = 25_000;
/** Longest time that running requests get to finish, in milliseconds. */
const drainTimeoutMs = 20_000;

/** Returns the graceful shutdown: closes to new connections, answers open ones, and resolves at end or timeout. */
export function createGracefulShutdown(app: NestFastifyApplication): () => Promise<void> {
  const server = app.getHttpServer();
  let last = 0;
  let stopping = false;
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (_request, _reply, done) => {
      last = Date.now();
      done();
    })
    .addHook('onSend', (_request, reply, payload, done) => {
      if (stopping) reply.header('Connection', 'close');
      done(null, payload);
    });
  return async () => {
    stopping = true;
    last = Date.now();
    let ended = false;
    // Yield once: closing the listener resets connections that are still in the accept queue.
    await turn();
    // http.Server's own close() ends idle connections at once, and with them the requests in transit.
    Server.prototype.close.call(server, () => (ended = true));
    const end = Date.now() + drainTimeoutMs;
    while (!ended && Date.now() < end) {
      if (Date.now() - last > idleTimeMs) server.closeIdleConnections();
      await delay(20);
    }
    server.closeAllConnections();
  };
}
