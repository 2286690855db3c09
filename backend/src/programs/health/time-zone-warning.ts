import { Inject, Injectable, Logger } from '@nestjs/common';
import { type OldTimeZone, oldTimeZoneMessage } from '#domain/platform/warnings';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { knowsChange, timeZoneChanges } from './time-zone-changes.js';

/** Notices a business time zone whose present rules are newer than Node's time zone data. */
@Injectable()
export class TimeZoneWarning {
  readonly old: OldTimeZone | undefined;
  private readonly logger = new Logger('TimeZone');

  constructor(@Inject(CONFIG) { calendar: { timeZone: name } }: BusinessConfig) {
    const isOld = timeZoneChanges.some((change) => change.zones.includes(name) && !knowsChange(name, change));
    if (isOld) this.old = { name, data: process.versions['tz'] ?? 'of the system' };
  }

  /** Logs it, where there is one. */
  log(): void {
    if (this.old) this.logger.warn(oldTimeZoneMessage(this.old));
  }
}
