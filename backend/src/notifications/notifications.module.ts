import { Global, Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { MailReview } from '../mail/mail-review.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ReconciliationModule } from '../bank/reconciliation.module.js';
import { LinkMails } from './link-mails.js';
import { MailRenderer } from './mail-renderer.js';
import { MailsByHand } from './mails-by-hand.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsService } from './notifications.service.js';
import { PayerAddresses } from './payer-addresses.service.js';
import { PaymentMailReview } from './payment-mail-review.js';
import { ReminderMemory } from './reminder-memory.js';
import { ReminderScheduler } from './reminder-scheduler.js';

/** Global, as the worker of the outbox asks for its review. */
@Global()
@Module({
  imports: [CustomersModule, DocumentsModule, PaymentsModule, ReconciliationModule],
  controllers: [NotificationsController],
  providers: [
    LinkMails,
    MailRenderer,
    MailsByHand,
    PayerAddresses,
    PaymentMailReview,
    { provide: MailReview, useExisting: PaymentMailReview },
    NotificationsService,
    ReminderMemory,
    ReminderScheduler,
  ],
  exports: [MailReview, NotificationsService, ReminderMemory],
})
export class NotificationsModule {}
