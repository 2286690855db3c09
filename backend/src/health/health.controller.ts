import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { Public } from '../http/access.decorators.js';

/** Timeout of the database ping, in milliseconds. */
const pingTimeoutMs = 2000;

@Public()
@Controller('health')
export class HealthController {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** 200 while the process runs. */
  @Get('live')
  live() {
    return { status: 'ok' };
  }

  /** 200 while the database responds, else 503. */
  @Get()
  async ready() {
    const { db } = this.connection;
    if (!db) throw new ServiceUnavailableException('The database is not connected');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new ServiceUnavailableException('The database does not answer')),
        pingTimeoutMs,
      );
    });
    try {
      await Promise.race([db.command({ ping: 1 }, { timeoutMS: pingTimeoutMs }), late]);
    } finally {
      clearTimeout(timer);
    }
    return { status: 'ok', database: 'ok' };
  }
}
