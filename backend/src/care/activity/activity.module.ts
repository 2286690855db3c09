import { Module } from '@nestjs/common';
import { CardsModule } from '../../cards/cards.module.js';
import { CommentsModule } from '../comments/comments.module.js';
import { CustomersModule } from '../../customers/customers.module.js';
import { PaymentsModule } from '../../payments/payments.module.js';
import { ActivityController } from './activity.controller.js';
import { ActivityService } from './activity.service.js';

/** The timeline of customers and payments. */
@Module({
  imports: [CardsModule, CommentsModule, CustomersModule, PaymentsModule],
  controllers: [ActivityController],
  providers: [ActivityService],
})
export class ActivityModule {}
