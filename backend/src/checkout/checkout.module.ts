import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CustomersModule } from '../customers/customers.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutEmail, CheckoutEmailSchema } from './checkout.schema.js';
import { CheckoutService } from './checkout.service.js';
import { VisitorCustomers } from './visitor-customers.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: CheckoutEmail.name, schema: CheckoutEmailSchema }]),
    CustomersModule,
    OrdersModule,
    PaymentsModule,
  ],
  controllers: [CheckoutController],
  providers: [CheckoutService, VisitorCustomers],
  exports: [VisitorCustomers],
})
export class CheckoutModule {}
