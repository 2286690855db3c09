import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ReconciliationModule } from '../reconciliation/reconciliation.module.js';
import { OrderLinks } from './order-links.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';

@Module({
  imports: [DocumentsModule, PaymentsModule, ReconciliationModule],
  controllers: [OrdersController],
  providers: [OrderLinks, OrdersService],
  exports: [OrderLinks, OrdersService],
})
export class OrdersModule {}
