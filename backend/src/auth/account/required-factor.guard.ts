import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Types } from 'mongoose';
import type { RefusalReason } from '#domain/platform/messages';
import { secondFactorMessages } from '#domain/auth/second-factor';
import { beforeSecondFactorKey } from '../../platform/http/access.decorators.js';
import type { SignedIn } from '../sessions/owner.decorator.js';
import { RequiredFactor } from '../second-factor/required-factor.service.js';

/**
 * Keeps a person whose role requires a second factor, and who has none, to the calls that set one up. Runs after the
 * access guard: a public route has no user.
 */
@Injectable()
export class RequiredFactorGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly required: RequiredFactor,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { user } = context.switchToHttp().getRequest<FastifyRequest & { user?: SignedIn }>();
    const targets = [context.getHandler(), context.getClass()];
    if (!user || this.reflector.getAllAndOverride(beforeSecondFactorKey, targets)) return true;
    if (!(await this.required.isMissing({ _id: new Types.ObjectId(user.id), role: user.role }))) return true;
    throw new ForbiddenException({
      message: secondFactorMessages.setUp,
      reason: 'second-factor' satisfies RefusalReason,
    });
  }
}
