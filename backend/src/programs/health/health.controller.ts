import { Controller, Get, Res, ServiceUnavailableException } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { FastifyReply } from 'fastify';
import type { Connection } from 'mongoose';
import type { Health } from '#domain/platform/health';
import { version } from '#domain/platform/version';
import { oldTimeZoneMessage } from '#domain/platform/warnings';
import { lastBackupAt } from '../../platform/backups/last-backup.js';
import { Public } from '../../platform/http/access.decorators.js';
import { MailService } from '../../mail/mail.service.js';
import { TimeZoneWarning } from './time-zone-warning.js';
import { WriteProbe } from './write-probe.js';

/** Timeout of the database, in milliseconds. */
const timeoutMs = 2000;

@Public()
@Controller('health')
export class HealthController {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly writes: WriteProbe,
    private readonly mails: MailService,
    private readonly timeZone: TimeZoneWarning,
  ) {}

  /** 200 while the process runs. */
  @Get('live')
  live() {
    return { status: 'ok' };
  }

  /** 200 while the database takes writes; 503 where it answers but takes none, as on a full disk, or does not answer. */
  @Get()
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    const lastBackup = await this.readDatabase();
    const isWritable = await this.writes.isWritable();
    if (!isWritable) void reply.status(503);
    return {
      status: isWritable ? 'ok' : 'failing',
      version,
      database: 'ok',
      writes: isWritable ? 'ok' : 'failing',
      mail: this.mails.health,
      lastBackup: lastBackup?.toISOString() ?? null,
      ...(this.timeZone.old && { timeZone: oldTimeZoneMessage(this.timeZone.old) }),
    };
  }

  /** Reads the time of the last backup. Throws 503 where the database does not answer. */
  private async readDatabase(): Promise<Date | undefined> {
    if (!this.connection.db) throw new ServiceUnavailableException('The database is not connected');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new ServiceUnavailableException('The database does not answer')),
        timeoutMs,
      );
    });
    try {
      return await Promise.race([lastBackupAt(this.connection, timeoutMs), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
