import { MethodNotAllowedException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

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

/**
 * Refuses a method that an address of the API does not take by 405 and `Allow`, so that it is told apart from an unknown
 * address, and never taken for the id of a record: GET /api/payments/checkout.
 */
export function refuseUndeclaredMethods(app: NestFastifyApplication): void {
  const declared = new DeclaredMethods();
  app
    .getHttpAdapter()
    .getInstance()
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
