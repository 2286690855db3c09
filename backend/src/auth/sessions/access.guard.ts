import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  UnauthorizedException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '#domain/auth/auth';
import { reauthenticateMinutes, secondFactorMessages } from '#domain/auth/second-factor';
import { messages, type RefusalReason } from '#domain/platform/messages';
import { can } from '#domain/platform/roles';
import { AuditService } from '../../audit/audit.service.js';
import type { GuardedAgain } from '../../platform/http/raw-body.js';
import { callerOf } from '../../platform/http/caller.decorator.js';
import type { SignedIn } from './owner.decorator.js';
import {
  IS_PUBLIC_KEY,
  type Permission,
  permissionKey,
  recentProofKey,
} from '../../platform/http/access.decorators.js';

/** Guards every route: a public one is open, any other needs a valid token and a role that may do this. */
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
    const permission = this.reflector.getAllAndOverride<Permission | undefined>(permissionKey, targets);
    const request = context
      .switchToHttp()
      .getRequest<FastifyRequest & { user: CurrentUser } & GuardedAgain>();
    request.guardAgain = async () => super.canActivate(context);
    const { role } = request.user;
    if (permission?.resources.every((resource) => can(role, permission.access, resource))) return true;
    const call = `${request.method} ${request.routeOptions.url ?? ''}`;
    await this.audit.noteRefusal(callerOf(request), request.user, call);
    throw new ForbiddenException(messages.forbidden);
  }

  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error) throw error as Error;
    if (!user) throw new UnauthorizedException(messages.invalidToken);
    return user;
  }
}

/** Guards what matters against an unattended screen: see RecentProof. Runs after the access guard. */
@Injectable()
export class RecentProofGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (!this.reflector.getAllAndOverride(recentProofKey, [context.getHandler(), context.getClass()]))
      return true;
    const { user } = context.switchToHttp().getRequest<FastifyRequest & { user: SignedIn }>();
    if (Date.now() - user.authenticatedAt.getTime() <= reauthenticateMinutes * 60_000) return true;
    throw new ForbiddenException({
      message: secondFactorMessages.reauthenticate,
      reason: 'reauthenticate' satisfies RefusalReason,
    });
  }
}
