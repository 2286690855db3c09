import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { Logger, NotFoundException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  acceptedLanguage,
  byLanguage,
  defaultLanguage,
  type Language,
  pageFile,
} from '#domain/platform/languages';
import { pages } from '#domain/platform/pages';
import { isAdminPage } from '#domain/platform/admin-pages';
import { ConfigError } from '../../platform/config/environment.js';
import { TooManyRequestsException } from '../../platform/http/errors/too-many-requests.exception.js';
import { OrdersService } from '../../visitor/orders/orders.service.js';
import { languageOfPage } from './page-language.js';
import { contentSecurityPolicy } from '../../platform/http/security-headers.js';
import { escapeHtml } from '../../platform/http/escape-html.js';

export interface WebOptions {
  /** The folder of the built web applications, `checkout` and `admin`. */
  dist: string;
  /** The company in the 404 page's copyright line; the other pages fetch it. */
  companyName: Record<Language, string>;
  /** True to refuse a start without the built applications. */
  required: boolean;
}

/** The word in admin's page that each response replaces with a nonce of its own (see admin/vite.config.ts). */
const noncePlaceholder = 'CSP_NONCE';

/** The word in the 404 page that each response replaces with the copyright line. */
const copyrightPlaceholder = 'COPYRIGHT_LINE';

/** Returns the current 404 page in a language, or undefined before it is built. */
let notFoundPage: ((language: Language) => string) | undefined;

function sendNotFound(request: FastifyRequest, reply: FastifyReply, page: (language: Language) => string) {
  const html = page(languageOfPage(request, reply));
  void reply
    .status(404)
    .header('Content-Security-Policy', policyOf(html))
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'no-cache')
    .send(html);
}

function sendAdminPage(reply: FastifyReply, html: string): void {
  const nonce = randomBytes(16).toString('base64');
  const own = `'nonce-${nonce}'`;
  // The frame of a mail is the only text that the back-office shows as HTML (admin/src/ui/common/trustedTypes.ts).
  const policy = contentSecurityPolicy({ scripts: [own], styles: [own], trustedTypes: ['default', 'mails'] });
  void reply.header('Content-Security-Policy', policy);
  void reply.header('Cache-Control', 'no-store');
  void reply.status(200).type('text/html; charset=utf-8').send(html.replaceAll(noncePlaceholder, nonce));
}

/** Returns the hashes by which a policy allows the inline content between such tags. */
const hashesOf = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
    ([, content]) => `'sha256-${createHash('sha256').update(content!).digest('base64')}'`,
  );

/** Returns the policy of a page with inline scripts and styles. */
const policyOf = (html: string): string =>
  contentSecurityPolicy({ scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') });

/** Sends the 404 page for a GET or HEAD request where the page exists; returns false otherwise. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): boolean {
  if (notFoundPage === undefined || !['GET', 'HEAD'].includes(request.method)) return false;
  sendNotFound(request, reply, notFoundPage);
  return true;
}

/** Serves the visitor's page at its link, and `/order`, where links are requested; any other link is the 404 page. */
function serveOrderPages(
  app: NestFastifyApplication,
  folder: string,
  notFound: (language: Language) => string,
): void {
  const policies = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.html'))
      .map((name) => [name, policyOf(readFileSync(join(folder, name), 'utf8'))]),
  );
  const send = (reply: FastifyReply, status: number, language: Language, wanted: string) => {
    const names = [wanted, 'order', 'index'];
    const files = [...names.map((name) => pageFile(language, name)), ...names.map((name) => `${name}.html`)];
    const name = files.find((file) => policies.has(file))!;
    return reply
      .status(status)
      .header('Content-Security-Policy', policies.get(name))
      .sendFile(name, folder, { cacheControl: false, etag: false, lastModified: false });
  };
  const server = app.getHttpAdapter().getInstance();
  server.get(pages.order, (request, reply) => send(reply, 200, languageOfPage(request, reply), 'order'));
  server.get<{ Params: { reference: string; token: string } }>(
    `${pages.order}/:reference/:token`,
    async (request, reply) => {
      const { reference, token } = request.params;
      try {
        // Selects the HTML of the payment's status, which is shown before the page's script is loaded.
        const { status, language: own } = await app.get(OrdersService).pageOf(reference, token, request.ip);
        const language = languageOfPage(request, reply, own);
        const { pathname } = new URL(request.url, 'http://localhost');
        preload(
          request,
          reply,
          language,
          `/api/orders${pathname.slice(pages.order.length).replace(/\/$/, '')}`,
        );
        return await send(reply, 200, language, `order-${status}`);
      } catch (error) {
        if (error instanceof NotFoundException) return sendNotFound(request, reply, notFound);
        if (!(error instanceof TooManyRequestsException)) throw error;
        // The page reports too many requests: its own call gets the same 429.
        void reply.header('Retry-After', error.retryAfterSeconds);
        return send(reply, 429, languageOfPage(request, reply), 'order-');
      }
    },
  );
}

/** Preloads a page's one call; not where the browser would ask for another language, and so another response. */
function preload({ headers }: FastifyRequest, reply: FastifyReply, language: Language, call: string): void {
  if ((acceptedLanguage(headers['accept-language']) ?? defaultLanguage) !== language) return;
  void reply.header('Link', `<${call}>; rel=preload; as=fetch; crossorigin=anonymous`);
}

const builtPages = ['checkout/index.html', 'checkout/404.html', 'admin/index.html'];

/**
 * Serves the checkout at `/`, the back-office at `/login` and its pages, and the files of both, from `dist`. Where they
 * are not built, a server in production refuses to start, and any other one logs it.
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
  const inLanguages = (name: string) =>
    byLanguage((language) => {
      const files = [pageFile(language, name), `${name}.html`];
      const file = files.find((one) => existsSync(join(dist, 'checkout', one))) ?? name;
      const html = read(`checkout/${file}`);
      return { file, html, policy: policyOf(html) };
    });
  const withoutLine = inLanguages('404');
  const notFound = (notFoundPage = (language) =>
    withoutLine[language].html.replace(copyrightPlaceholder, () =>
      escapeHtml(`© ${new Date().getFullYear()} ${companyName[language]}`),
    ));
  const checkoutPages = inLanguages('index');
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
        // The build compresses every file in advance, so that no request waits for compression.
        preCompressed: true,
        // The name of a file changes with its content.
        immutable: true,
        maxAge: '1y',
      } as never,
    );
  await files('/assets/', 'checkout/assets', true);
  await files('/admin/assets/', 'admin/assets', false);
  server.get(pages.checkout, (request, reply) => {
    const language = languageOfPage(request, reply);
    preload(request, reply, language, '/api/checkout/options');
    const { file, policy } = checkoutPages[language];
    const headers = { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' };
    return reply.headers(headers).sendFile(file, join(dist, 'checkout'), { cacheControl: false });
  });
  // Browsers ask for this address beside a response that names no icon, such as JSON.
  const icon = /<link rel="icon" href="\/assets\/([^"]+)"/.exec(checkoutPages.en.html)?.[1];
  if (icon)
    server.get('/favicon.ico', (_, reply) =>
      reply.sendFile(icon, join(dist, 'checkout/assets'), { immutable: false, maxAge: '1d' }),
    );
  serveOrderPages(app, join(dist, 'checkout'), notFound);
  const admin = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    if (isAdminPage(path)) sendAdminPage(reply, adminPage);
    else sendNotFound(request, reply, notFound);
  };
  for (const path of [pages.login, pages.admin, `${pages.admin}/*`]) server.get(path, admin);
}
