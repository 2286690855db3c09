import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Injects the origin that the request was sent to, as trusted proxies forward it: "https://example.com". */
export const FromOrigin = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { protocol, host } = context.switchToHttp().getRequest<FastifyRequest>();
  return `${protocol}://${host}`;
});
