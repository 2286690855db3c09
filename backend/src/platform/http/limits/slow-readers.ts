import type { ServerResponse } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

export interface ReaderLimits {
  /** Longest wait of a response for its client, in milliseconds. */
  stallTimeoutMs: number;
  /** Bytes that make good a second of waiting: the speed of a very slow mobile connection. */
  bytesPerSecond: number;
}

const defaultLimits: ReaderLimits = { stallTimeoutMs: 30_000, bytesPerSecond: 8 * 1024 };

/** Time between two looks at the open responses, in milliseconds. */
const interval = 500;

/** Breaks the connection of a client that takes a response too slowly; only time with unsent data counts. */
export function endSlowReaders(app: NestFastifyApplication, given: Partial<ReaderLimits> = {}): void {
  const { stallTimeoutMs, bytesPerSecond } = { ...defaultLimits, ...given };
  // `sent` are bytes that the connection had sent at the last look.
  const open = new Map<ServerResponse, { sent: number; waitedMs: number }>();
  const look = () => {
    for (const [response, state] of open) {
      const { socket } = response;
      if (!socket || response.writableLength === 0) continue;
      const sent = socket.bytesWritten - socket.writableLength;
      const madeGoodMs = ((sent - state.sent) / bytesPerSecond) * 1000;
      // Never below zero: what the kernel buffers at the beginning says nothing of the client.
      state.waitedMs = Math.max(0, state.waitedMs + interval - madeGoodMs);
      state.sent = sent;
      if (state.waitedMs > stallTimeoutMs) socket.destroy();
    }
  };
  const timer = setInterval(look, interval).unref();
  const server = app.getHttpAdapter().getInstance();
  server
    .addHook('onRequest', ({ socket }, { raw }, next) => {
      open.set(raw, { sent: socket.bytesWritten, waitedMs: 0 });
      raw.once('close', () => open.delete(raw));
      next();
    })
    .addHook('onClose', (_, done) => {
      clearInterval(timer);
      done();
    });
}
