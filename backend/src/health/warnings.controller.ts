import { Controller, Get } from '@nestjs/common';
import { adminRole } from '#domain/auth';
import type { ServerWarnings } from '#domain/warnings';
import { Roles } from '../http/access.decorators.js';
import { BackupWarning } from './backup-warning.js';
import { ProxyWarning } from './proxy-warning.js';

@Roles(adminRole)
@Controller('warnings')
export class WarningsController {
  constructor(
    private readonly proxy: ProxyWarning,
    private readonly backups: BackupWarning,
  ) {}

  /** Conditions of the server that an operator should correct: {warnings}. */
  @Get()
  async list(): Promise<ServerWarnings> {
    return { warnings: [...this.proxy.warnings, ...(await this.backups.warnings())] };
  }
}
