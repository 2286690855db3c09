import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { tellFirstPassword } from '../auth/users/first-password.js';
import { UsersService } from '../auth/users/users.service.js';
import { logProcess } from '../platform/cli/process-log.js';
import { ConfigError } from '../platform/config/environment.js';
import type { DatabaseHandle } from '../platform/database/database.js';
import { createGracefulShutdown, shutdownTimeoutMs } from '../platform/http/graceful-shutdown.js';
import { httpAddress } from '../platform/http/http-address.js';
import { createApp } from './configure-app.js';
import type { Config } from './settings.js';
import { startWork } from './start-work.js';

/** Connections that wait to be accepted: a burst of card events comes at once, each in one of its own. */
const backlog = 2048;

function listenError(error: NodeJS.ErrnoException, { host, port }: Config): unknown {
  if (error.code === 'EADDRINUSE')
    return new ConfigError(
      `Port ${port} on ${host} is in use already: stop the other program, or choose another PORT`,
    );
  if (error.code === 'EACCES')
    return new ConfigError(`PORT ${port} must not be used by this user: choose one above 1023`);
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAFNOSUPPORT'].includes(error.code ?? ''))
    return new ConfigError(`HOST takes an address of this machine, not "${host}"`);
  return error;
}

function stopOnSignals(
  app: NestFastifyApplication,
  database: DatabaseHandle,
  drain: () => Promise<void>,
  isProduction: boolean,
): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      logProcess('error', `Stopping took more than ${shutdownTimeoutMs / 1000} seconds`, { reason: signal });
      process.exit(1);
    }, shutdownTimeoutMs).unref();
    try {
      if (isProduction) logProcess('info', 'Stopping', { reason: signal });
      await drain();
      await app.close();
      await database.close();
      if (isProduction) logProcess('info', 'Stopped', { reason: signal });
      process.exit(0);
    } catch (error) {
      logProcess('error', `Stopping after ${signal} failed: ${(error as Error).message}`, { reason: signal });
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, (name) => void stop(name));
  // The supervisor is gone, by SIGKILL: the port and the data folder are free for the next one.
  process.on('disconnect', () => void stop('SIGTERM'));
}

/** Serves on an open database until a signal stops it. Closes the database where that cannot begin. */
export async function serve(config: Config, database: DatabaseHandle): Promise<void> {
  let app: NestFastifyApplication | undefined;
  try {
    app = await createApp(config, database.uri);
    const drain = createGracefulShutdown(app);
    await app.init();
    await startWork(app);
    // Before the server listens: from its first response on it takes sign-ins, and stops at a signal. A start that fails
    // later has shown the password, too.
    const { companyName } = config.paymentOptions;
    const password = await app.get(UsersService).ensureFirstAdmin(config.admin, companyName);
    if (password) tellFirstPassword(config, password);
    stopOnSignals(app, database, drain, config.production);
    // Fastify's own listen: Nest's logs an error that is reported below in one line.
    const server = app.getHttpAdapter().getInstance();
    await server
      .listen({ port: config.port, host: config.host, backlog })
      .catch((error: NodeJS.ErrnoException) => {
        throw listenError(error, config);
      });
    const { port } = app.getHttpServer().address() as { port: number };
    // Tells the supervisor (main.ts) that a further start may succeed as well, before others hear of the server.
    process.send?.('ready');
    logProcess('info', `Thailand Real Estate Trip listens at ${httpAddress(config.host, port)}`);
  } catch (error) {
    // Work in the background ends before its database.
    await app?.close();
    await database.close();
    throw error;
  }
}
