import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { EarlierLinks } from './earlier-links.js';
import { LaterWork } from './later-work.js';
import { MailController } from './mail.controller.js';
import { createMailSchema, Mail } from './mail.schema.js';
import { MailService } from './mail.service.js';
import { defaultMailTimes, MAIL_TIMES } from './mail-times.js';
import { MailWorker } from './mail-worker.js';
import { Outbox } from './outbox.js';
import { SiteUrl } from './site-url.js';

/** The outbox and its worker, whose MailReview the module of notifications provides. */
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
    EarlierLinks,
    LaterWork,
    MailService,
    MailWorker,
    Outbox,
    SiteUrl,
  ],
  exports: [LaterWork, MAIL_TIMES, MailService, Outbox, SiteUrl],
})
export class MailModule {}
