import { createHash } from 'node:crypto';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import mongoose from 'mongoose';
import request from 'supertest';
import { createApp } from '../../src/programs/configure-app.js';
import { loadConfig } from '../../src/programs/settings.js';
import { filledInOptions } from '../../src/testing/payment-options.js';
import { startWork } from '../../src/programs/start-work.js';
import { TestApp } from '../../src/testing/test-app.js';

const paymentOptionsFile = join(mkdtempSync(join(tmpdir(), 'trip-options-')), 'options.json');
writeFileSync(paymentOptionsFile, JSON.stringify(filledInOptions));

const inlineScript = "document.title = 'a'";

/** The server with two small pages in place of the built applications. */
async function startWithPages(uri: string, env: Record<string, string> = {}) {
  const dist = mkdtempSync(join(tmpdir(), 'trip-pages-'));
  const files = {
    'checkout/index.html': `<!doctype html><link rel="icon" href="/assets/icon.svg" type="image/svg+xml" /><script>${inlineScript}</script><script src="/assets/a.js"></script>`,
    'checkout/404.html': '<!doctype html><h1>Page Not Found</h1>',
    'checkout/assets/a.js': 'checkout()',
    'checkout/assets/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'checkout/secret.txt': 'not an asset',
    'admin/index.html':
      '<!doctype html><meta name="nonce" content="CSP_NONCE"><style nonce="CSP_NONCE"></style>',
    'admin/assets/b.js': 'admin()',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(dist, name, '..'), { recursive: true });
    writeFileSync(join(dist, name), content);
  }
  const config = loadConfig({
    DATA_DIR: dist,
    LOG_LEVEL: 'silent',
    JWT_SECRET: 'a secret that only the tests know of',
    ...env,
  });
  const app = await createApp(config, uri, { webDist: dist });
  await app.init();
  await startWork(app);
  await app.getHttpAdapter().getInstance().ready();
  return { app, stop: () => app.close().then(() => rmSync(dist, { recursive: true, force: true })) };
}

describe('headers', () => {
  let api: TestApp;
  let app: NestFastifyApplication;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    api = await TestApp.start();
    ({ app, stop } = await startWithPages(api.uri));
  });
  afterAll(async () => {
    await stop();
    await api.stop();
  });

  const get = (path: string) => request(app.getHttpServer()).get(path);

  it('name a contact for reports of security problems only where the settings do', async () => {
    await get('/.well-known/security.txt').expect(404);
    const contacts = 'mailto:security@trip.example, https://trip.example/security';
    const named = await startWithPages(api.uri, {
      SECURITY_CONTACT: contacts,
      PUBLIC_URL: 'https://trip.example',
    });
    const { text, type } = await request(named.app.getHttpServer())
      .get('/.well-known/security.txt')
      .expect(200);
    await named.stop();
    expect(type).toBe('text/plain');
    const lines = text.trimEnd().split('\n');
    expect(lines).toEqual([
      'Contact: mailto:security@trip.example',
      'Contact: https://trip.example/security',
      expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT[\d:.]+Z$/),
      'Preferred-Languages: en',
      'Canonical: https://trip.example/.well-known/security.txt',
    ]);
    const days = (Date.parse(lines[2]!.slice('Expires: '.length)) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(90);
    expect(days).toBeLessThan(365);
  });

  it('of the checkout allow the script that stands in it, by its hash, and the page is asked for anew', async () => {
    const hash = createHash('sha256').update(inlineScript).digest('base64');
    const { headers } = await get('/');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(headers['content-security-policy']).toContain("style-src 'self';");
    expect(headers['cache-control']).toBe('no-cache');
    await get('/').set('If-None-Match', headers.etag!).expect(304);
  });

  it.each([
    ['/'],
    ['/login', 'default mails'],
    ['/admin', 'default mails'],
    ['/nowhere'],
    ['/assets/a.js'],
    ['/assets/none.js'],
    ['/api/health'],
    ['/api/none'],
    ['/api/docs', 'default dompurify'],
    ['/api/customers'],
  ])('of %s forbid framing, sniffing, referrers, foreign and inline code', async (path, types = "'none'") => {
    const { headers } = await get(path);
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
    });
    const policy = headers['content-security-policy'];
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
      `trusted-types ${types}`,
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('of text name its charset', async () => {
    const pages = ['/', '/login', '/order', '/nowhere', '/assets/a.js', '/api/docs'];
    for (const path of [...pages, '/api/health', '/api/none', '/api/docs-json', '/api/docs-yaml']) {
      const { headers } = await get(path);
      expect([path, headers['content-type']]).toEqual([
        path,
        expect.stringMatching(/^(?:text|application)\/\w+; charset=utf-8$/),
      ]);
    }
  });

  it('of the back-office carry a nonce that is new each time, on a page that no cache stores', async () => {
    const nonceOf = async () => {
      const { headers, text } = await get('/admin').expect(200);
      const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? '';
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
      expect(text).toContain(`<style nonce="${nonce}">`);
      expect(text).not.toContain('CSP_NONCE');
      expect(headers['cache-control']).toBe('no-store');
      return nonce;
    };
    expect(await nonceOf()).not.toBe(await nonceOf());
  });

  it('let files with a hash in their names be kept, and nothing else', async () => {
    const cache = async (path: string) => (await get(path)).headers['cache-control'];
    expect(await cache('/assets/a.js')).toBe('public, max-age=31536000, immutable');
    expect(await cache('/admin/assets/b.js')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/assets/none.js', '/', '/nowhere', '/api/health', '/api/customers', '/api/none'])
      expect(await cache(path)).toMatch(/^no-(store|cache)$/);
  });

  it('are sent with an icon, which browsers ask for beside a response that names none', async () => {
    const { headers, body } = await get('/favicon.ico').expect(200);
    expect(headers['content-type']).toBe('image/svg+xml');
    expect(headers['cache-control']).toBe('public, max-age=86400');
    expect(String(body)).toContain('<svg');
  });

  it.each([
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fjwt-secret',
    '/assets/..%5csecret.txt',
    '/assets/....//secret.txt',
    '/assets/%00',
    '/secret.txt',
    '/checkout/secret.txt',
    '/jwt-secret',
    '/admin/assets/%2e%2e/index.html',
    '/.git/config',
    '/package.json',
  ])('and paths: %s leads to no file', async (path) => {
    const { status, text } = await get(path);
    expect([400, 403, 404]).toContain(status);
    expect(text).not.toContain('not an asset');
  });

  it('of the API page allow what the page is made of, and it has no inline code or style', async () => {
    const { text } = await get('/api/docs').expect(200);
    expect(text).not.toMatch(/<style|style=|<script>|\son\w+=|javascript:/);
    for (const [, path = ''] of text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const { headers } = await get(path).expect(200);
      expect(headers['content-type']).toMatch(/^(text\/(css|javascript)|image\/png)/);
    }
    await get('/api/docs-json').expect(200);
  });

  it('are those of no server in production whose pages are not built', async () => {
    const dist = mkdtempSync(join(tmpdir(), 'trip-pages-'));
    const env = { DATA_DIR: dist, LOG_LEVEL: 'silent', JWT_SECRET: 'a secret that only the tests know of' };
    const production = { ...env, NODE_ENV: 'production', PAYMENT_OPTIONS_FILE: paymentOptionsFile };
    const start = (settings: Record<string, string>) =>
      createApp(loadConfig(settings), api.uri, { webDist: dist });
    const openConnections = () =>
      mongoose.connections.filter(({ readyState }) => readyState !== mongoose.ConnectionStates.disconnected);
    const before = openConnections();
    await expect(start(production)).rejects.toThrow(
      `The web applications are not built (${join(dist, 'checkout/index.html')} is missing): run npm run build`,
    );
    expect(openConnections()).toHaveLength(before.length);
    const development = await start(env);
    await development.init();
    await development.getHttpAdapter().getInstance().ready();
    await request(development.getHttpServer()).get('/api/health').expect(200);
    await request(development.getHttpServer()).get('/').expect(404);
    await development.close();
    rmSync(dist, { recursive: true, force: true });
  });

  it('of production tell browsers to come by HTTPS only', async () => {
    const env = { NODE_ENV: 'production', PAYMENT_OPTIONS_FILE: paymentOptionsFile };
    const production = await startWithPages(api.uri, env);
    for (const path of ['/', '/api/health']) {
      const { headers } = await request(production.app.getHttpServer()).get(path);
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
    }
    await production.stop();
  });

  describe('for other origins', () => {
    const preflight = (server: NestFastifyApplication, origin: string, method: string) =>
      request(server.getHttpServer())
        .options('/api/customers')
        .set({ Origin: origin, 'Access-Control-Request-Method': method });

    it('are closed unless they are configured', async () => {
      const { headers, status } = await preflight(app, 'https://a.example', 'PUT');
      expect(status).toBe(405);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      const { headers: plain } = await get('/api/health').set('Origin', 'null');
      expect(plain).not.toHaveProperty('access-control-allow-origin');
    });

    it('open to exactly those that are configured, for every method', async () => {
      const open = await startWithPages(api.uri, { CORS_ORIGINS: 'https://a.example' });
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const { headers } = await preflight(open.app, 'https://a.example', method);
        expect(headers['access-control-allow-origin']).toBe('https://a.example');
        expect(headers['access-control-allow-methods']).toContain(method);
        expect(headers).not.toHaveProperty('access-control-allow-credentials');
      }
      for (const origin of ['https://b.example', 'https://a.example.evil.test', 'http://a.example', 'null']) {
        const { headers } = await preflight(open.app, origin, 'PUT');
        expect(headers).not.toHaveProperty('access-control-allow-origin');
      }
      await open.stop();
    });
  });
});
