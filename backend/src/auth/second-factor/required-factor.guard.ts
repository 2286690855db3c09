import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Inject,
  Injectable,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Types } from 'mongoose';
import type { RefusalReason } from '#domain/platform/messages';
import { secondFactorMessages } from '#domain/auth/second-factor';
import { beforeSecondFactorKey } from '../../platform/http/access.decorators.js';
import type { SignedIn } from '../sessions/owner.decorator.js';
import type { AccountConfig } from '../users/account-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { SecondFactorsService } from './second-factors.service.js';
import type { User } from '../users/user.schema.js';

/** The second factor that REQUIRE_SECOND_FACTOR asks of roles. */
@Injectable()
export class RequiredFactor {
  constructor(
    private readonly factors: SecondFactorsService,
    @Inject(CONFIG) private readonly config: AccountConfig,
  ) {}

  /** Returns whether the account has to set up a second factor before anything else. */
  async isMissing({ _id, role }: Pick<User, '_id' | 'role'>): Promise<boolean> {
    const isRequired = (this.config.requireSecondFactor as readonly string[]).includes(role);
    return isRequired && !(await this.factors.isSetUp(_id));
  }
}

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
