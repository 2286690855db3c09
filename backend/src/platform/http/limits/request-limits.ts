import { BadRequestException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fill } from '#domain/texts/catalogue';
import { refusals } from '#domain/texts/en/refusals';
import { isRawBody } from '../raw-body.js';
import qs from 'qs';

/** Maximum number of parameters of a query; a query with more is refused before they are used. */
export const maximumParameters = 50;

/** Parses the query string into plain data: bounded, without prototypes, operators of MongoDB or repeated names. */
export const parseQueryString = (text: string): Record<string, unknown> =>
  qs.parse(text, {
    depth: 2,
    parameterLimit: maximumParameters,
    arrayLimit: maximumParameters,
    plainObjects: true,
    duplicates: 'combine',
    decoder: (encoded, decode, _charset, type) => {
      const decoded = decode(encoded);
      // qs drops this name silently; as another unknown one, it is refused in the same words.
      return type === 'key' ? decoded.replaceAll('__proto__', '(__proto__)') : decoded;
    },
  });

/** Maximum nesting depth of a body: twice what any form of the API needs. */
const maxNestingDepth = 6;

/** Maximum length of a part of a path, in characters: an address with a longer one is 414. */
export const maximumSegment = 200;

/** Returns whether a value is nested deeper than `limit`. Iterative, so that the check cannot overflow the stack. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const nested = level.filter((item): item is object => typeof item === 'object' && item !== null);
    if (nested.length > 0 && depth >= limit) return true;
    level = nested.flatMap((item) => Object.values(item) as unknown[]);
  }
  return false;
}

/** Refuses bodies that are nested too deeply and queries with too many parameters, before other code traverses them. */
export function limitRequestComplexity(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  server.addHook('preValidation', ({ body, url }, _, next) => {
    // A file has no structure to check here: the route parses it.
    if (!isRawBody(body) && isDeeperThan(body, maxNestingDepth))
      return next(new BadRequestException(refusals.nestedTooDeeply));
    // The parser silently drops parameters above its limit; without a filter the response would contain too much.
    if (url.split('&').length > maximumParameters)
      return next(new BadRequestException(fill(refusals.tooManyParameters, { count: maximumParameters })));
    next();
  });
}
