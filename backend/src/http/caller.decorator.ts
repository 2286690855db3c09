import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '#domain/auth';
import { clientAddress } from './client-network.js';

/** The caller of a request, as recorded in the status history and the audit trail. */
export interface Caller {
  /** A username, or "checkout" for a visitor. */
  by: string;
  ip: string;
  requestId: string;
  /** The request's User-Agent, which the client chooses freely. */
  userAgent?: string;
}

export const callerOf = (request: FastifyRequest & { user?: CurrentUser }): Caller => ({
  by: request.user?.username ?? 'checkout',
  ip: clientAddress(request.ip),
  requestId: request.id,
  ...(request.headers['user-agent'] && { userAgent: request.headers['user-agent'] }),
});

/** Injects the signed-in account. */
export const FromUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): CurrentUser =>
    context.switchToHttp().getRequest<FastifyRequest & { user: CurrentUser }>().user,
);

export const FromCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
