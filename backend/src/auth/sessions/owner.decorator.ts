import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '#domain/auth/auth';

/** The signed-in account and the session of the request. */
export interface Owner {
  userId: string;
  sessionId: string;
}

/** The account and session that JwtStrategy sets on the request. */
export interface SignedIn extends CurrentUser {
  sessionId: string;
  /** Time of the last proof of who it is. */
  authenticatedAt: Date;
}

/** Injects the account and session that the guard has verified. */
export const FromOwner = createParamDecorator((_: unknown, context: ExecutionContext): Owner => {
  const { user } = context.switchToHttp().getRequest<FastifyRequest & { user: SignedIn }>();
  return { userId: user.id, sessionId: user.sessionId };
});
