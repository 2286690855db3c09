import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '../../../domain/auth.js';

/** Who asks: an account, by one of its sessions. */
export interface Owner {
  userId: string;
  sessionId: string;
}

/** The account of a request, and its session: what JwtStrategy puts on the request. */
export interface SignedIn extends CurrentUser {
  sessionId: string;
}

/** Who asks, as the guard has verified it. */
export const FromOwner = createParamDecorator((_: unknown, context: ExecutionContext): Owner => {
  const { user } = context.switchToHttp().getRequest<FastifyRequest & { user: SignedIn }>();
  return { userId: user.id, sessionId: user.sessionId };
});
