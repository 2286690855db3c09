import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { MailConfig } from './mail-settings.js';
import { withCollections } from '../platform/database/collections.js';
import { LaterWork } from './later-work.js';
import { createMailSchema, Mail } from './mail.schema.js';
import { defaultMailTimes, MAIL_TIMES } from './mail-times.js';
import { Outbox } from './outbox.js';
import { SiteUrl } from './site-url.js';

/** The outbox, into which a program queues mails that a server sends. */
@Global()
@Module({
  imports: [withCollections([Mail, ({ mail }: MailConfig) => createMailSchema(mail.retentionDays)])],
  providers: [
    { provide: MAIL_TIMES, useFactory: () => ({ ...defaultMailTimes }) },
    LaterWork,
    Outbox,
    SiteUrl,
  ],
  exports: [LaterWork, MAIL_TIMES, MongooseModule, Outbox, SiteUrl],
})
export class OutboxModule {}
