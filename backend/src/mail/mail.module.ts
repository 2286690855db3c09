import { Global, Module } from '@nestjs/common';
import { MailController } from './mail.controller.js';
import { MailReader } from './mail-reader.js';
import { MailService } from './mail.service.js';
import { MailWorker } from './mail-worker.js';
import { OutboxModule } from './outbox.module.js';

/** The outbox and its worker, whose MailReview the module of notifications provides. */
@Global()
@Module({
  imports: [OutboxModule],
  controllers: [MailController],
  providers: [MailReader, MailService, MailWorker],
  exports: [MailReader, MailService],
})
export class MailModule {}
