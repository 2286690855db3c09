import { BadRequestException, MethodNotAllowedException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { refusals } from '#domain/texts/en/refusals';

/** Percent-encoded characters that need no encoding (RFC 3986, 2.3). */
const needless = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

/** Removes empty segments and those that name the folder itself or the one above (RFC 3986, 5.2.4). */
function withoutDots(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.' && segment !== '') kept.push(segment);
  }
  const isFolder = kept.length > 0 && ['', '.', '..'].includes(segments.at(-1) ?? '');
  return `/${kept.join('/')}${isFolder ? '/' : ''}`;
}

/**
 * Returns a request's target in its one spelling (RFC 3986, 6.2.2): without scheme and host, fragment, backslashes, dot
 * segments, empty segments and needless encoding. The query stays as it is.
 */
export function normalTarget(target: string): string {
  const [, path = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(target) ?? [];
  // OPTIONS of the server as a whole.
  if (path === '*') return target;
  const decoded = path
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
    .replaceAll('\\', '/')
    .replace(needless, (code) => decodeURIComponent(code));
  return withoutDots(decoded) + query;
}

const hasOneHost = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host').length <= 1;

/**
 * Refuses a request that a proxy in front may read in another way than this server: one with two hosts, or one whose
 * target has another spelling than the normal one, under which it is routed and logged.
 */
export function refuseAmbiguousRequests(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRequest', ({ originalUrl, url, raw }, _, next) => {
    if (originalUrl !== url) next(new BadRequestException(refusals.addressNotValid));
    else if (!hasOneHost(raw.rawHeaders)) next(new BadRequestException(refusals.twoHosts));
    else next();
  });
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.()+]/g, '\\$&').replace(/:[^/]+/g, '[^/]+')}$`);

/** The methods of the API's addresses, collected as they are declared. */
class DeclaredMethods {
  /** By address: an address without parameters takes precedence, as in the router. */
  private readonly exact = new Map<string, Set<string>>();
  private readonly patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  add(url: string, methods: string[]): void {
    if (!url.includes(':')) {
      this.exact.set(url, new Set([...(this.exact.get(url) ?? []), ...methods]));
      return;
    }
    const known = this.patterns.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const method of methods) known.methods.add(method);
    this.patterns.set(url, known);
  }

  /** Returns the methods that a path takes; none for an unknown path. */
  at(path: string): Set<string> {
    const exact = this.exact.get(path);
    if (exact) return exact;
    const found = [...this.patterns.values()].filter(({ pattern }) => pattern.test(path));
    return new Set(found.flatMap(({ methods }) => [...methods]));
  }
}

/** Refuses an undeclared method by 405 and `Allow`: GET /api/payments/checkout is no record's id. */
export function refuseUndeclaredMethods(app: NestFastifyApplication): void {
  const declared = new DeclaredMethods();
  const server = app.getHttpAdapter().getInstance();
  server
    .addHook('onRoute', ({ url, method }) => {
      if (url.startsWith('/api/') && !url.includes('*')) declared.add(url, [method].flat());
    })
    // After all hooks of onRequest: a preflight request of CORS has been answered there.
    .addHook('preParsing', (request, reply, _payload, next) => {
      const allowed = declared.at(request.url.replace(/\?.*$/s, '').replace(/\/$/, ''));
      if (!allowed.size || allowed.has(request.method)) return next();
      void reply.header('Allow', [...allowed].sort().join(', '));
      next(new MethodNotAllowedException());
    });
}
