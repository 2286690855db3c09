import { Controller, Get } from '@nestjs/common';
import type { ServerWarnings } from '#domain/platform/warnings';
import { AuditChain } from '../../audit/audit-chain.service.js';
import { Reads } from '../../platform/http/access.decorators.js';
import { Eraser } from '../../care/personal-data/eraser.service.js';
import { TermEnds } from '../../care/personal-data/term-ends.service.js';
import { BackupWarning } from './backup-warning.js';
import { ProxyWarning } from './proxy-warning.js';
import { TimeZoneWarning } from './time-zone-warning.js';

@Controller('warnings')
export class WarningsController {
  constructor(
    private readonly proxy: ProxyWarning,
    private readonly backups: BackupWarning,
    private readonly audit: AuditChain,
    private readonly timeZone: TimeZoneWarning,
    private readonly eraser: Eraser,
    private readonly terms: TermEnds,
  ) {}

  /** Conditions of the server that an operator should correct: {warnings}. */
  @Reads('reports')
  @Get()
  async list(): Promise<ServerWarnings> {
    const isLost = !(await this.audit.hasBegun());
    const personalData = await this.terms.soon();
    return {
      warnings: [
        ...(isLost ? (['lostAuditChain'] as const) : []),
        ...this.proxy.warnings,
        ...(await this.backups.warnings()),
        ...(this.timeZone.old ? (['oldTimeZone'] as const) : []),
        ...((await this.eraser.hasFailed()) ? (['failedErasure'] as const) : []),
        ...(personalData.customers ? (['personalDataEnds'] as const) : []),
      ],
      ...(personalData.customers && { personalData }),
      ...(this.timeZone.old && { timeZone: this.timeZone.old }),
    };
  }
}
