import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.js';
import { CONFIG } from '../config.module.js';
import { addressKey } from './address.js';
import { LimitsService } from './limits.service.js';

const limitKey = 'limit';

/** At most as many calls a minute from one address as the configuration's limit of this name. */
export const Limited = (name: keyof Config['limits']) => SetMetadata(limitKey, name);

@Injectable()
export class LimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: LimitsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const name = this.reflector.get<keyof Config['limits'] | undefined>(limitKey, context.getHandler());
    if (!name) return true;
    const { ip } = context.switchToHttp().getRequest<FastifyRequest>();
    await this.limits.take(`${name}:address:${addressKey(ip)}`, this.config.limits[name], 60);
    return true;
  }
}
