import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

/** The declared calls of the API, so that a path with another method is told apart from an unknown path. */
export class DeclaredRoutes {
  private readonly methods = new Map<string, { pattern: RegExp; names: Set<string> }>();

  /** Collects the routes as they are declared. */
  constructor(app: NestFastifyApplication) {
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onRoute', ({ url, method }) => {
        if (!url.startsWith('/api/') || url.includes('*')) return;
        const known = this.methods.get(url) ?? { pattern: patternOf(url), names: new Set() };
        for (const name of [method].flat()) known.names.add(name);
        this.methods.set(url, known);
      });
  }

  /** Returns the methods that the path of an unanswered request takes, for its `Allow`; undefined for an unknown path. */
  allowedAt({ url }: FastifyRequest): string | undefined {
    const path = url.replace(/\?.*$/s, '').replace(/\/$/, '');
    const names = new Set<string>();
    for (const { pattern, names: own } of this.methods.values())
      if (pattern.test(path)) for (const name of own) names.add(name);
    return names.size ? [...names].sort().join(', ') : undefined;
  }
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.()+]/g, '\\$&').replace(/:[^/]+/g, '[^/]+')}$`);
