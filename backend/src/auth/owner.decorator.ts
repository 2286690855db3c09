import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '../../../domain/auth.js';

/** Who asks: an account, by one of its sessions. */
export interface Owner {
  userId: string;
  sessionId: string;
}

/** The owner that the request's token names; the guard has verified it. */
export const FromOwner = createParamDecorator((_: unknown, context: ExecutionContext): Owner => {
  const { headers, user } = context.switchToHttp().getRequest<FastifyRequest & { user: CurrentUser }>();
  const payload = headers.authorization?.split('.')[1] ?? '';
  const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string };
  return { userId: user.id, sessionId: sid };
});
