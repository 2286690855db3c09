import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { RateLimitConfig } from './rate-limit-settings.js';
import { CONFIG } from '../config/config.module.js';
import { clientNetwork } from '../http/client-network.js';
import { RateLimitService } from './rate-limit.service.js';

const rateLimitKey = 'limit';

type LimitByAddress = Exclude<keyof RateLimitConfig['limits'], 'costly'>;

/** Limits the calls per minute from one address to the configuration's limit of this name. */
export const RateLimit = (name: LimitByAddress) => SetMetadata(rateLimitKey, name);

@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimitService,
    @Inject(CONFIG) private readonly config: RateLimitConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const name = this.reflector.get<LimitByAddress | undefined>(rateLimitKey, context.getHandler());
    if (!name) return true;
    const { ip } = context.switchToHttp().getRequest<FastifyRequest>();
    await this.limits.consume(`${name}:address:${clientNetwork(ip)}`, this.config.limits[name], 60);
    return true;
  }
}
