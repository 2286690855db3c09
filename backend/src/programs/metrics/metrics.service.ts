import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Connection } from 'mongoose';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { version } from '#domain/platform/version';
import { CardEventCounter } from '../../cards/events/card-event-counter.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { DatabaseConfig } from '../../platform/config/database-settings.js';
import type { ServerConfig } from '../../platform/config/server-settings.js';
import type { MetricsConfig } from './metrics-settings.js';
import { ConfigError } from '../../platform/config/environment.js';
import { measurePool } from './pool-metrics.js';
import { measureRequests } from './request-metrics.js';
import { measureState } from './state-metrics.js';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The server's metrics in the text format of Prometheus: on a port of their own, or to bearers of a token. */
@Injectable()
export class MetricsService implements OnModuleDestroy {
  private readonly registry = new Registry();
  private server: Server | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: ServerConfig & DatabaseConfig & MetricsConfig,
    @InjectConnection() private readonly connection: Connection,
    private readonly cardEvents: CardEventCounter,
  ) {}

  private get isOn(): boolean {
    const { port, token } = this.config.metrics;
    return port !== undefined || token !== undefined;
  }

  /** Measures from now on, and serves the metrics to bearers of the token, where one is set. */
  serve(app: NestFastifyApplication): void {
    if (!this.isOn) return;
    const { registry } = this;
    collectDefaultMetrics({ register: registry });
    new Gauge({
      name: 'trip_build_info',
      help: 'The version that runs.',
      labelNames: ['version'],
      registers: [registry],
    }).set({ version }, 1);
    measureRequests(app, registry);
    measurePool(this.connection, registry);
    registry.registerMetric(this.cardEvents.counter);
    measureState(this.connection, this.config, registry);
    const { token } = this.config.metrics;
    if (token === undefined) return;
    const expected = hash(`Bearer ${token}`);
    const server = app.getHttpAdapter().getInstance();
    server.get('/metrics', async ({ headers }, reply) => {
      void reply.header('Cache-Control', 'no-store');
      if (!timingSafeEqual(hash(headers.authorization ?? ''), expected))
        return reply.status(401).send({ statusCode: 401, message: 'Not authorized' });
      return reply.type(registry.contentType).send(await registry.metrics());
    });
  }

  /** Serves the metrics at METRICS_PORT, where it is set. */
  async start(): Promise<void> {
    const { host, metrics } = this.config;
    if (metrics.port === undefined) return;
    this.server = createServer((_, response) => {
      void this.registry.metrics().then(
        (text) => {
          const headers = { 'Content-Type': this.registry.contentType, 'Cache-Control': 'no-store' };
          response.writeHead(200, headers).end(text);
        },
        () => response.writeHead(500).end(),
      );
    });
    await new Promise<void>((resolve, reject) => {
      this.server?.once('error', ({ message }) =>
        reject(new ConfigError(`METRICS_PORT cannot be used: ${message}`)),
      );
      this.server?.listen(metrics.port, host, resolve);
    });
  }

  onModuleDestroy(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
