import { Module } from '@nestjs/common';
import { CustomersModule } from '../../customers/customers.module.js';
import { PaymentsModule } from '../../payments/payments.module.js';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutService } from './checkout.service.js';

@Module({
  imports: [CustomersModule, PaymentsModule],
  controllers: [CheckoutController],
  providers: [CheckoutService],
})
export class CheckoutModule {}
