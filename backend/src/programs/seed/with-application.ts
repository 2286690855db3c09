import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import type { Config } from '../settings.js';

/** Runs `work` with the server's own services, without listening; sends no mail and no reminder. */
export async function withApplication<Result>(
  config: Config,
  uri: string,
  work: (app: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  const quiet: Config = {
    ...config,
    mail: { ...config.mail, smtp: undefined, reminderDays: [], partNoticeDays: 0 },
  };
  const app = await NestFactory.createApplicationContext(AppModule.register(quiet, uri), {
    logger: ['error', 'fatal'],
    abortOnError: false,
  });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
