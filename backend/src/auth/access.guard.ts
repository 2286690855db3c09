import { type ExecutionContext, ForbiddenException, Injectable, UnauthorizedException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '#domain/auth';
import { messages } from '#domain/messages';
import { AuditService } from '../audit/audit.service.js';
import { callerOf } from '../http/caller.decorator.js';
import { IS_PUBLIC_KEY, rolesKey } from '../http/access.decorators.js';

/** Guards every route: a public one is open, any other needs a valid token and one of its roles. */
@Injectable()
export class AccessGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly audit: AuditService,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC_KEY, targets)) return true;
    await super.canActivate(context);
    const roles = this.reflector.getAllAndOverride<string[] | undefined>(rolesKey, targets) ?? [];
    const request = context.switchToHttp().getRequest<FastifyRequest & { user: CurrentUser }>();
    if (roles.includes(request.user.role)) return true;
    const call = `${request.method} ${request.routeOptions.url ?? ''}`;
    await this.audit.add(callerOf(request), 'access-refused', 'accounts', request.user.id, {
      changes: [{ field: 'call', from: null, to: call }],
    });
    throw new ForbiddenException(messages.forbidden);
  }

  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error) throw error as Error;
    if (!user) throw new UnauthorizedException(messages.invalidToken);
    return user;
  }
}
