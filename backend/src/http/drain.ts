import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** For so long after the last request a stopping server still answers, in ms: what was on its way arrives. */
const quietTime = 250;
/** How long requests get to end, in milliseconds. */
const patience = 20_000;

/**
 * Counts running requests, and answers how to let them end: connections are given back after their next answer, and
 * the server closes once none came for a moment. Whoever was connected is answered; whoever comes later is refused.
 */
export function drainable(app: NestFastifyApplication): () => Promise<void> {
  const running = new Set<string>();
  let last = 0;
  let stopping = false;
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, _, done) => {
      running.add(request.id);
      last = Date.now();
      done();
    })
    .addHook('onSend', (_, reply, payload, done) => {
      if (stopping) reply.header('Connection', 'close');
      done(null, payload);
    })
    // Both are needed: a client that goes away in the middle gets no response.
    .addHook('onRequestAbort', (request, done) => {
      running.delete(request.id);
      done();
    })
    .addHook('onResponse', (request, _, done) => {
      running.delete(request.id);
      done();
    });
  return async () => {
    stopping = true;
    last = Date.now();
    const end = Date.now() + patience;
    while (Date.now() < end && (running.size > 0 || Date.now() - last < quietTime)) await delay(20);
  };
}
