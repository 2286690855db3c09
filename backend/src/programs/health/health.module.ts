import { Module } from '@nestjs/common';
import { EraserModule } from '../../care/personal-data/personal-data.module.js';
import { MailModule } from '../../mail/mail.module.js';
import { BackupWarning } from './backup-warning.js';
import { HealthController } from './health.controller.js';
import { ProxyWarning } from './proxy-warning.js';
import { TimeZoneWarning } from './time-zone-warning.js';
import { WarningsController } from './warnings.controller.js';
import { WriteProbe } from './write-probe.js';

@Module({
  imports: [MailModule, EraserModule],
  controllers: [HealthController, WarningsController],
  providers: [BackupWarning, ProxyWarning, TimeZoneWarning, WriteProbe],
})
export class HealthModule {}
