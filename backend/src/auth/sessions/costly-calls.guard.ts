import { setMaxListeners } from 'node:events';
import {
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  ServiceUnavailableException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { finalize, Observable } from 'rxjs';
import type { CurrentUser } from '#domain/auth/auth';
import { refusals } from '#domain/texts/en/refusals';
import { CONFIG } from '../../platform/config/config.module.js';
import { untilCallEnds } from '../../platform/database/stopped-reads.js';
import { costlyKey } from '../../platform/http/access.decorators.js';
import { listKey } from '../../platform/http/api-list-query.decorator.js';
import type { ListSpec } from '../../platform/http/list-query.js';
import { isCostlyList } from '../../platform/http/limits/costly-list.js';
import type { RateLimitConfig } from '../../platform/rate-limit/rate-limit-settings.js';
import { RateLimitService } from '../../platform/rate-limit/rate-limit.service.js';
import { Places } from '../../platform/work/places.js';

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

/** Costly lists of an account that are read at once, and that wait. */
const atOnce = 2;
const waitingAtMost = 20;
/** Listeners to the end of a call without an error in the log: each of its reads at once has some. */
const listeners = 100;

/** Bounds lists that read many records: each is a costly call, an account runs two at once, and left ones stop. */
@Injectable()
export class CostlyLists implements NestInterceptor {
  private readonly places = new Places(atOnce, waitingAtMost);

  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimitService,
    @Inject(CONFIG) private readonly config: RateLimitConfig,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const list = this.reflector.get<ListSpec | undefined>(listKey, context.getHandler());
    const http = context.switchToHttp();
    const { query, user } = http.getRequest<FastifyRequest & { user: CurrentUser }>();
    if (!list || !isCostlyList(query as Record<string, unknown>, list)) return next.handle();
    await this.limits.consume(`costly:account:${user.id}`, this.config.limits.costly, 60);
    const ended = new AbortController();
    setMaxListeners(listeners, ended.signal);
    const { raw } = http.getResponse<FastifyReply>();
    raw.once('close', () => ended.abort(new ServiceUnavailableException(refusals.tookTooLong)));
    const leave = await this.places.enter(user.id, ended.signal);
    return new Observable((subscriber) =>
      untilCallEnds(ended.signal, () => next.handle().pipe(finalize(leave)).subscribe(subscriber)),
    );
  }
}
