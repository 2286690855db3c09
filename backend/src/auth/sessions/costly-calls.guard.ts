import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '#domain/auth/auth';
import type { RateLimitConfig } from '../../platform/rate-limit/rate-limit-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { costlyKey } from '../../platform/http/access.decorators.js';
import { RateLimitService } from '../../platform/rate-limit/rate-limit.service.js';

/** Limits the costly calls of an account: see Costly. Runs after the guards that refuse a call. */
@Injectable()
export class CostlyCallsGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimitService,
    @Inject(CONFIG) private readonly config: RateLimitConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.reflector.get(costlyKey, context.getHandler())) return true;
    const { user } = context.switchToHttp().getRequest<FastifyRequest & { user: CurrentUser }>();
    await this.limits.consume(`costly:account:${user.id}`, this.config.limits.costly, 60);
    return true;
  }
}
