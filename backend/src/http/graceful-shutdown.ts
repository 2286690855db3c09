import { Server } from 'node:net';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** A connection on which nothing came for so long is given up, in milliseconds: what was on its way has arrived. */
const idleTimeMs = 250;
/** The longest that stopping takes in all, in milliseconds: running requests, the database, and what else is open. */
export const shutdownTimeoutMs = 25_000;
/** How long requests get to end, in milliseconds. */
const drainTimeoutMs = 20_000;

/**
 * Answers how to stop: nobody new is let in, whoever is connected is answered and told that this was the last answer,
 * and it is over when the last connection has ended.
 */
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
    // A turn of the event loop lets in whoever waits at the door: closing it would throw them out unheard.
    await turn();
    // Not http.Server's own close: it ends idle connections at once, and with them the requests that are on their way.
    Server.prototype.close.call(server, () => (ended = true));
    const end = Date.now() + drainTimeoutMs;
    while (!ended && Date.now() < end) {
      if (Date.now() - last > idleTimeMs) server.closeIdleConnections();
      await delay(20);
    }
    server.closeAllConnections();
  };
}
