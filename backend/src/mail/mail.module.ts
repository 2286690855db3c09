import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { LaterWork } from './later-work.js';
import { LinkMails } from './link-mails.js';
import { MailLimits } from './mail-limits.js';
import { MailController } from './mail.controller.js';
import { MailRenderer } from './mail-renderer.js';
import { MailReview } from './mail-review.js';
import { createMailSchema, Mail } from './mail.schema.js';
import { MailService } from './mail.service.js';
import { defaultMailTimes, MAIL_TIMES } from './mail-times.js';
import { MailWorker } from './mail-worker.js';
import { OrderLinks } from './order-links.js';
import { Outbox } from './outbox.js';
import { SiteUrl } from './site-url.js';
import { PaymentReader } from './payment-reader.js';
import { ReconciliationView } from './reconciliation-view.js';
import { ReminderMemory } from './reminder-memory.js';
import { ReminderScheduler } from './reminder-scheduler.js';

@Global()
@Module({
  imports: [
    MongooseModule.forFeatureAsync([
      {
        name: Mail.name,
        inject: [CONFIG],
        useFactory: ({ mail }: Config) => createMailSchema(mail.retentionDays),
      },
    ]),
  ],
  controllers: [MailController],
  providers: [
    { provide: MAIL_TIMES, useFactory: () => ({ ...defaultMailTimes }) },
    LaterWork,
    LinkMails,
    MailLimits,
    MailRenderer,
    MailReview,
    MailService,
    MailWorker,
    OrderLinks,
    Outbox,
    PaymentReader,
    ReconciliationView,
    ReminderMemory,
    ReminderScheduler,
    SiteUrl,
  ],
  exports: [
    LaterWork,
    LinkMails,
    MailLimits,
    MailService,
    OrderLinks,
    Outbox,
    PaymentReader,
    ReconciliationView,
    ReminderMemory,
    SiteUrl,
  ],
})
export class MailModule {}
