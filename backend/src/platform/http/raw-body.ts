import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  BadRequestException,
  HttpException,
  PayloadTooLargeException,
  ServiceUnavailableException,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { refusals } from '#domain/texts/en/refusals';
import { clientNetwork } from './client-network.js';
import type { RouteSettings } from './route-settings.decorator.js';

/**
 * Passes bodies of these content types unparsed to the routes that accept them; on all others they are 415. The handler
 * reads them, after the guards, so that a body sent without a sign-in is never held in memory.
 */
export function acceptRawBodies(app: NestFastifyApplication, types: readonly string[]): void {
  const server = app.getHttpAdapter().getInstance();
  for (const type of types)
    server.addContentTypeParser(type, (request, payload, done) => {
      const { rawBody = [] } = (request.routeOptions.config ?? {}) as RouteSettings;
      if (rawBody.includes(type)) done(null, payload);
      else done(new UnsupportedMediaTypeException(), undefined);
    });
}

/** Passes JSON unparsed to the routes that accept it so, as a signature is of its bytes; others get it parsed. */
export function acceptRawJson(app: NestFastifyApplication): void {
  // Fastify has one parser for a content type, so that unparsed JSON needs one of its own, which no request can name.
  const rawJson = `application/x-${randomUUID()}`;
  const server = app.getHttpAdapter().getInstance();
  server.addContentTypeParser(rawJson, (_, payload, done) => done(null, payload));
  server.addHook('onRequest', ({ routeOptions, headers }, _, next) => {
    const { rawBody = [] } = (routeOptions.config ?? {}) as RouteSettings;
    const isJson = /^application\/json(?:\s*;|$)/i.test(headers['content-type'] ?? '');
    const isRaw = rawBody.includes('application/json');
    if (isRaw && isJson) headers['content-type'] = rawJson;
    next();
  });
}

/** A request of a signed-in person whose sign-in can be verified again: a body may arrive long after the guards. */
export interface GuardedAgain {
  guardAgain?: () => Promise<unknown>;
}

/** True for a body that has not been read yet. */
export const isRawBody = (body: unknown): body is Readable => body instanceof Readable;

/**
 * Reads the bytes of a raw body. Throws a 413 beyond `limit` bytes, a 415 for a body of another content type, a 400
 * where the client goes away, and a 401 where the sign-in has ended meanwhile. `onBytes` is told of the bytes that arrive, before they are kept.
 */
export async function readRawBody(
  request: FastifyRequest & GuardedAgain,
  limit: number,
  onBytes?: (count: number) => void,
): Promise<Buffer> {
  const { body, headers, raw } = request;
  if (!isRawBody(body)) throw new UnsupportedMediaTypeException();
  if (Number(headers['content-length'] ?? 0) > limit) throw new PayloadTooLargeException();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw new PayloadTooLargeException();
      onBytes?.(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    // A client that went away in the middle is no error of the server.
    throw error instanceof HttpException || raw.complete ? error : new BadRequestException();
  }
  await request.guardAgain?.();
  return Buffer.concat(chunks);
}

/** The bodies of a route that many may send at once, and that are kept until they are answered: so many bytes in all, and of one network. */
export class BodyMemory {
  private kept = 0;
  private readonly byNetwork = new Map<string, number>();

  constructor(private readonly most: { bytes: number; perNetwork: number }) {}

  /** Reads a body as `readRawBody` does, and keeps it until `use` ends. Throws a 503 where there is no room for it. */
  async keep<Result>(
    request: FastifyRequest,
    limit: number,
    use: (body: Buffer) => Promise<Result>,
  ): Promise<Result> {
    const network = clientNetwork(request.ip);
    let own = 0;
    const add = (count: number) => {
      own += count;
      this.kept += count;
      const ofNetwork = (this.byNetwork.get(network) ?? 0) + count;
      if (ofNetwork) this.byNetwork.set(network, ofNetwork);
      else this.byNetwork.delete(network);
    };
    try {
      const body = await readRawBody(request, limit, (count) => {
        const ofNetwork = (this.byNetwork.get(network) ?? 0) + count;
        if (this.kept + count > this.most.bytes || ofNetwork > this.most.perNetwork)
          throw new ServiceUnavailableException(refusals.busy);
        add(count);
      });
      return await use(body);
    } finally {
      add(-own);
    }
  }
}
