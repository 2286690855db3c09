import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

interface PolicySources {
  /** Sources of inline content, by nonce or by hash. */
  scripts?: string[];
  styles?: string[];
  /** Names of the Trusted Types policies that the page may make. */
  trustedTypes?: string[];
}

/** Returns a page's content security policy: own files, named inline sources, no text as HTML but by named policies. */
export const contentSecurityPolicy = ({ scripts = [], styles = [], trustedTypes = [] }: PolicySources = {}) =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes.join(' ') || "'none'"}`,
  ].join('; ');

/** The visitor's page and its calls: their URLs are secrets, which no cache and no search engine may store. */
const isOrder = ({ url, routeOptions }: FastifyRequest): boolean =>
  [url, routeOptions.url ?? ''].some((path) => /^\/(?:api\/orders|order)(?:[/?]|$)/i.test(path));

/** Sets every response's security headers: no sniffing, framing, referrer, powerful features; HSTS in production. */
export async function sendSecurityHeaders(app: NestFastifyApplication, production: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Covers this host only: subdomains may belong to other services.
    strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  } as never);
  const policy = contentSecurityPolicy();
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('Content-Security-Policy')) reply.header('Content-Security-Policy', policy);
    reply.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    const type = reply.getHeader('Content-Type');
    if (typeof type === 'string' && /^text\/[^;]+$/.test(type))
      reply.header('Content-Type', `${type}; charset=utf-8`);
    if (isOrder(request)) reply.headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    if (!reply.hasHeader('Cache-Control') && request.url.startsWith('/api'))
      reply.header('Cache-Control', 'no-store');
    done(null, payload);
  });
}
