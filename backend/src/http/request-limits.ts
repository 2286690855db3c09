import { BadRequestException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { maximumParameters } from './list-query.js';
import { isRawBody } from './raw-body.js';

/** How deep a body may be nested: twice what any form of the API needs. */
const maxNestingDepth = 6;

/** True where objects or arrays lie within each other more often than `limit` times. Does not recurse itself. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const nested = level.filter((item): item is object => typeof item === 'object' && item !== null);
    if (nested.length > 0 && depth >= limit) return true;
    level = nested.flatMap((item) => Object.values(item) as unknown[]);
  }
  return false;
}

/** Refuses what is nested too deeply or has too many parameters, before anything walks through it. */
export function limitRequestComplexity(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preValidation', ({ body, url }, _, next) => {
      // A file is no structure yet: the route reads it.
      if (!isRawBody(body) && isDeeperThan(body, maxNestingDepth))
        return next(new BadRequestException('The request is nested too deeply'));
      // The parser drops what is beyond its limit without a word: a filter, say, so that more is shown than was asked.
      if (url.split('&').length > maximumParameters)
        return next(new BadRequestException(`A query takes at most ${maximumParameters} parameters`));
      next();
    });
}
