import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { withCollections } from '../platform/database/collections.js';
import { LaterWork } from './later-work.js';
import { MailController } from './mail.controller.js';
import { MailLimits } from './mail-limits.js';
import { MailReader } from './mail-reader.js';
import { createMailSchema, Mail } from './mail.schema.js';
import { MailService } from './mail.service.js';
import type { MailConfig } from './mail-settings.js';
import { defaultMailTimes, MAIL_TIMES } from './mail-times.js';
import { MailWorker } from './mail-worker.js';
import { OperatorAlerts } from './operator-alerts.js';
import { Outbox } from './outbox.js';
import { SiteUrl } from './site-url.js';

/** The outbox and its worker, whose MailReview the module of notifications provides. */
@Global()
@Module({
  imports: [withCollections([Mail, ({ mail }: MailConfig) => createMailSchema(mail.retentionDays)])],
  controllers: [MailController],
  providers: [
    { provide: MAIL_TIMES, useFactory: () => ({ ...defaultMailTimes }) },
    LaterWork,
    MailLimits,
    MailReader,
    MailService,
    MailWorker,
    OperatorAlerts,
    Outbox,
    SiteUrl,
  ],
  exports: [
    LaterWork,
    MAIL_TIMES,
    MailLimits,
    MailReader,
    MailService,
    MongooseModule,
    OperatorAlerts,
    Outbox,
    SiteUrl,
  ],
})
export class MailModule {}
