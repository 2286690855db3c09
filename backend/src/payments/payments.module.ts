import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CustomersModule } from '../customers/customers.module.js';
import { Payment, PaymentSchema } from './payment.schema.js';
import { PaymentCounter } from './payment-counter.js';
import { PaymentQueries } from './payment-queries.js';
import { PaymentSearch } from './payment-search.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Payment.name, schema: PaymentSchema }]), CustomersModule],
  controllers: [PaymentsController],
  providers: [PaymentsService, PaymentQueries, PaymentCounter, PaymentSearch],
  exports: [PaymentsService, PaymentQueries, MongooseModule],
})
export class PaymentsModule {}
