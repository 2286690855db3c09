import { createHmac, type KeyObject, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { LogController } from 'fastify';
import { byLanguage } from '#domain/platform/languages';
import { AppModule } from './app.module.js';
import { deriveKey, SERVER_KEY } from '../platform/secrets/server-key.js';
import type { Config } from './settings.js';
import { ProxyWarning } from './health/proxy-warning.js';
import { WriteProbe } from './health/write-probe.js';
import { MetricsService } from './metrics/metrics.service.js';
import {
  normalTarget,
  refuseAmbiguousRequests,
  refuseUndeclaredMethods,
} from '../platform/http/refused-requests.js';
import { handleFrameworkError, handleClientError } from '../platform/http/errors/transport-errors.js';
import {
  limitRequestComplexity,
  maximumSegment,
  parseQueryString,
} from '../platform/http/limits/request-limits.js';
import { ErrorFilter } from '../platform/http/errors/error.filter.js';
import { clientAddress } from '../platform/http/client-network.js';
import { type AddressOf, logRequests, nestLogger } from '../platform/http/logger.js';
import { type LoadLimits, shedLoad } from '../platform/http/limits/load-shedding.js';
import { acceptRawBodies, acceptRawJson } from '../platform/http/raw-body.js';
import { varyByLanguage } from '../platform/http/visitor-language.js';
import { validationPipe } from '../platform/http/validation.pipe.js';
import { optionsIn } from '../payments/options/payment-options.js';
import { serveSecurityTxt } from './web/security-txt.js';
import { serveApiDocs } from './web/api-docs.js';
import { sendNotFoundPage, serveWebApplications } from './web/pages.js';
import { sendSecurityHeaders } from '../platform/http/security-headers.js';
import { endSlowReaders, type ReaderLimits } from '../platform/http/limits/slow-readers.js';

/** The largest body of a request, in bytes: ten times a form with every field at its limit. */
const bodyLimit = 64 * 1024;

const adapterFor = ({ trustProxy, logLevel }: Config) =>
  new FastifyAdapter({
    bodyLimit,
    // Hop 0 is the direct peer. The first `trustProxy` hops are the operator's proxies, so their forwarded addresses
    // are trusted.
    trustProxy: trustProxy > 0 && ((_address: string, hop: number) => hop < trustProxy),
    logger: { level: logLevel, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    // Limits slow clients: time in milliseconds until the headers, and until the whole request, have arrived.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000, maxHeaderSize: 16 * 1024 },
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Requests that arrive during shutdown are answered normally (http/graceful-shutdown.ts).
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => normalTarget(url),
    frameworkErrors: handleFrameworkError,
    clientErrorHandler: handleClientError,
    routerOptions: {
      querystringParser: parseQueryString,
      maxParamLength: maximumSegment,
      ignoreTrailingSlash: true,
    },
  });

/**
 * Returns how the log shows clients' addresses: whole, not at all, or as a keyed hash, by which the calls of one client
 * can be found without telling who it is.
 */
function logAddress(setting: Config['logAddress'], key: KeyObject): AddressOf {
  if (setting === 'none') return () => undefined;
  if (setting === 'whole') return clientAddress;
  const hashKey = deriveKey(key, 'addresses in the log');
  return (ip) => createHmac('sha256', hashKey).update(clientAddress(ip)).digest('base64url').slice(0, 12);
}

export interface AppOptions {
  /** The folder of the built web applications. */
  webDist?: string;
  /** Overrides the limits of load shedding and of slow readers. */
  limits?: Partial<LoadLimits & ReaderLimits>;
}

async function configureApp(
  app: NestFastifyApplication,
  config: Config,
  { webDist = join(import.meta.dirname, '../..'), limits }: AppOptions,
): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  refuseUndeclaredMethods(app);
  // JSON is the only accepted content type; any other is 415.
  server.removeContentTypeParser('text/plain');
  acceptRawJson(app);
  acceptRawBodies(app, ['application/octet-stream', 'message/rfc822']);
  app.get(MetricsService).serve(app);
  logRequests(app, logAddress(config.logAddress, app.get(SERVER_KEY)));
  await sendSecurityHeaders(app, config.production);
  refuseAmbiguousRequests(app);
  const proxy = app.get(ProxyWarning);
  server.addHook('onRequest', (request, _, next) => {
    proxy.notice(request);
    next();
  });
  varyByLanguage(app);
  shedLoad(app, limits);
  endSlowReaders(app, limits);
  limitRequestComplexity(app);
  if (config.corsOrigins.length)
    app.enableCors({
      origin: config.corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['Content-Disposition', 'Retry-After', 'X-Request-Id', 'X-Total-Rows'],
    });
  app.setGlobalPrefix('api');
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ErrorFilter(sendNotFoundPage, () => app.get(WriteProbe).noteRefusal()));
  serveApiDocs(app);
  serveSecurityTxt(app, config);
  await serveWebApplications(app, {
    dist: webDist,
    companyName: byLanguage((language) => optionsIn(config.paymentOptions, language).companyName),
    required: config.production,
  });
}

/** Creates the server as production and tests use it, ready to listen. A failure leaves no open connection. */
export async function createApp(
  config: Config,
  uri: string,
  options: AppOptions = {},
): Promise<NestFastifyApplication> {
  const adapter = adapterFor(config);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.register(config, uri), adapter, {
    logger: nestLogger(adapter.getInstance().log),
    abortOnError: false,
    bodyParser: false,
  });
  try {
    await configureApp(app, config, options);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}
