import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { Logger, NotFoundException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAdminPage, pages } from '../../../domain/pages.js';
import { ConfigError } from '../config.js';
import { TooManyRequestsException } from '../http/too-many-requests.exception.js';
import { OrdersService } from '../orders/orders.service.js';
import { contentSecurityPolicy } from '../http/security-headers.js';

export interface WebOptions {
  /** The folder of the built web applications, `checkout` and `admin`. */
  dist: string;
  /** The company in the 404 page's copyright line; the other pages fetch it. */
  companyName: string;
  /** True to refuse a start without the built applications. */
  required: boolean;
}

/** The word in admin's page that each response replaces with a nonce of its own (see admin/vite.config.ts). */
const noncePlaceholder = 'CSP_NONCE';

/** The word in the 404 page, which has no script, that each response replaces with the copyright line. */
const copyrightPlaceholder = 'COPYRIGHT_LINE';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The 404 page as it is now, or undefined before there is one. */
let notFoundPage: (() => string) | undefined;

function sendNotFound(reply: FastifyReply, html: string): void {
  void reply.status(404).type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(html);
}

function sendAdminPage(reply: FastifyReply, html: string): void {
  const nonce = randomBytes(16).toString('base64');
  const own = `'nonce-${nonce}'`;
  void reply.header('Content-Security-Policy', contentSecurityPolicy({ scripts: [own], styles: [own] }));
  void reply.header('Cache-Control', 'no-store');
  void reply.status(200).type('text/html; charset=utf-8').send(html.replaceAll(noncePlaceholder, nonce));
}

/** The hashes by which a policy allows the scripts that stand in a page themselves. */
const scriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );

/** Sends the 404 page where the request accepts a page and the page exists; returns false otherwise. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): boolean {
  if (notFoundPage === undefined || !['GET', 'HEAD'].includes(request.method)) return false;
  sendNotFound(reply, notFoundPage());
  return true;
}

/** Serves the visitor's page at its link, and `/order`, where links can be asked for; any other link is the 404 page. */
function serveOrderPages(app: NestFastifyApplication, html: string, notFound: () => string): void {
  const policy = contentSecurityPolicy({ scripts: scriptHashes(html) });
  const send = (reply: FastifyReply, status: number) =>
    reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', policy)
      .send(html);
  const server = app.getHttpAdapter().getInstance();
  server.get(pages.order, (_, reply) => void send(reply, 200));
  server.get<{ Params: { reference: string; token: string } }>(
    `${pages.order}/:reference/:token`,
    async (request, reply) => {
      const { reference, token } = request.params;
      try {
        await app.get(OrdersService).checkPage(reference, token, request.ip);
      } catch (error) {
        if (error instanceof NotFoundException) return sendNotFound(reply, notFound());
        if (!(error instanceof TooManyRequestsException)) throw error;
        // The page itself says that there were too many requests: its own call is answered so.
        void reply.header('Retry-After', error.retryAfterSeconds);
        return send(reply, 429);
      }
      // The page's one call begins with the page, not after its program.
      const { pathname } = new URL(request.url, 'http://localhost');
      const call = `/api/orders${pathname.slice(pages.order.length).replace(/\/$/, '')}`;
      void reply.header('Link', `<${call}>; rel=preload; as=fetch; crossorigin=anonymous`);
      return send(reply, 200);
    },
  );
}

const builtPages = ['checkout/index.html', 'checkout/404.html', 'admin/index.html'];

/**
 * Serves the checkout at `/`, the back-office at `/login` and its pages, and the files of both, from `dist`. Where they
 * are not built, a server in production refuses to start, and any other one says so.
 */
export async function serveWebApplications(
  app: NestFastifyApplication,
  { dist, companyName, required }: WebOptions,
): Promise<void> {
  const read = (path: string) => readFileSync(join(dist, path), 'utf8');
  const missing = builtPages.find((path) => !existsSync(join(dist, path)));
  if (missing) {
    const message = `The web applications are not built (${join(dist, missing)} is missing): run npm run build`;
    if (required) throw new ConfigError(message);
    new Logger('Web').warn(`${message}. Only the API is served.`);
    return;
  }
  const adminPage = read('admin/index.html');
  const withoutLine = read('checkout/404.html');
  const notFound = (notFoundPage = () =>
    withoutLine.replace(copyrightPlaceholder, () =>
      escapeHtml(`© ${new Date().getFullYear()} ${companyName}`),
    ));
  const checkoutPolicy = contentSecurityPolicy({ scripts: scriptHashes(read('checkout/index.html')) });
  const server = app.getHttpAdapter().getInstance();
  const files = (prefix: string, folder: string, decorateReply: boolean) =>
    server.register(
      fastifyStatic as never,
      {
        root: join(dist, folder),
        prefix,
        decorateReply,
        index: false,
        dotfiles: 'ignore',
        // The build compresses every file in advance, so that no request waits for it.
        preCompressed: true,
        // The name of a file changes with its content.
        immutable: true,
        maxAge: '1y',
      } as never,
    );
  await files('/assets/', 'checkout/assets', true);
  await files('/admin/assets/', 'admin/assets', false);
  server.get(pages.checkout, (_, reply) => {
    const headers = { 'Content-Security-Policy': checkoutPolicy, 'Cache-Control': 'no-cache' };
    return reply.headers(headers).sendFile('index.html', join(dist, 'checkout'), { cacheControl: false });
  });
  serveOrderPages(
    app,
    read(existsSync(join(dist, 'checkout/order.html')) ? 'checkout/order.html' : 'checkout/index.html'),
    notFound,
  );
  const admin = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    if (isAdminPage(path)) sendAdminPage(reply, adminPage);
    else sendNotFound(reply, notFound());
  };
  for (const path of [pages.login, pages.admin, `${pages.admin}/*`]) server.get(path, admin);
}
