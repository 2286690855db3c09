import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '#domain/audit/audit';
import type { CurrentUser } from '#domain/auth/auth';
import { clientAddress } from './client-network.js';

/** The caller of a request, as recorded in the status history and the audit trail. */
export interface Caller {
  /** A username, or the name of a program, of which no account has one: "checkout" for a visitor. */
  by: string;
  actor: Actor;
  ip: string;
  requestId: string;
  /** The request's User-Agent, which the client chooses freely. */
  userAgent?: string;
}

export const callerOf = (request: FastifyRequest & { user?: CurrentUser }): Caller => ({
  by: request.user?.username ?? 'checkout',
  actor: request.user ? { kind: 'person', id: request.user.id } : { kind: 'visitor' },
  ip: clientAddress(request.ip),
  requestId: request.id,
  ...(request.headers['user-agent'] && { userAgent: request.headers['user-agent'] }),
});

/** Injects the signed-in account. */
export const FromUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): CurrentUser =>
    context.switchToHttp().getRequest<FastifyRequest & { user: CurrentUser }>().user,
);

/** Returns the caller as the person of an account, who has proved who it is. */
export const asPerson = (caller: Caller, { _id, username }: { _id: unknown; username: string }): Caller => ({
  ...caller,
  by: username,
  actor: { kind: 'person', id: String(_id) },
});

export const FromCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
