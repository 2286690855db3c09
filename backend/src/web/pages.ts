import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAdminPage, pages } from '../../../domain/pages.js';
import { contentSecurityPolicy } from './security-headers.js';

/** The built web applications: `checkout` and `admin` below this folder. */
export interface WebFolders {
  dist: string;
}

interface Documents {
  checkout: string;
  admin: string;
  notFound: string;
}

/** The word in admin's page that each response replaces with a nonce of its own (see admin/vite.config.ts). */
const noncePlaceholder = 'CSP_NONCE';

let documents: Documents | undefined;

function sendPage(reply: FastifyReply, html: string, status = 200): void {
  void reply.status(status).type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(html);
}

function sendAdminPage(reply: FastifyReply, html: string): void {
  const nonce = randomBytes(16).toString('base64');
  void reply.header('Content-Security-Policy', contentSecurityPolicy(nonce));
  void reply.header('Cache-Control', 'no-store');
  void reply.status(200).type('text/html; charset=utf-8').send(html.replaceAll(noncePlaceholder, nonce));
}

/** Answers the 404 page to somebody who asked for a page; false where there is none to show or none was asked for. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!documents || !['GET', 'HEAD'].includes(request.method)) return false;
  sendPage(reply, documents.notFound, 404);
  return true;
}

/** Serves the checkout at `/`, the back-office at `/login` and its pages, and the files of both, from `dist`. */
export async function serveWebApplications(app: NestFastifyApplication, { dist }: WebFolders): Promise<void> {
  const read = (path: string) => readFileSync(join(dist, path), 'utf8');
  if (!existsSync(join(dist, 'checkout')) || !existsSync(join(dist, 'admin'))) return;
  const loaded = {
    checkout: read('checkout/index.html'),
    admin: read('admin/index.html'),
    notFound: read('checkout/404.html'),
  };
  documents = loaded;
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
        // Made by the build beside each file, so that no request waits for a compressor.
        preCompressed: true,
        // The name of a file changes with its content.
        immutable: true,
        maxAge: '1y',
      } as never,
    );
  await files('/assets/', 'checkout/assets', true);
  await files('/admin/assets/', 'admin/assets', false);
  server.get(pages.checkout, (_, reply) => sendPage(reply, loaded.checkout));
  const admin = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    if (isAdminPage(path)) sendAdminPage(reply, loaded.admin);
    else sendPage(reply, loaded.notFound, 404);
  };
  for (const path of [pages.login, pages.admin, `${pages.admin}/*`]) server.get(path, admin);
}
