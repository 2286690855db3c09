import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { RefusalReason } from '#domain/platform/messages';
import { reauthenticateMinutes, secondFactorMessages } from '#domain/auth/second-factor';
import { recentProofKey } from '../../platform/http/access.decorators.js';
import type { SignedIn } from '../sessions/owner.decorator.js';

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
