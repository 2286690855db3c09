import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../documents/documents.module.js';
import { PaymentsModule } from '../../payments/payments.module.js';
import { ReconciliationModule } from '../../bank/reconciliation.module.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';

@Module({
  imports: [DocumentsModule, PaymentsModule, ReconciliationModule],
  controllers: [OrdersController],
  providers: [OrdersService],
  exports: [OrdersService],
})
export class OrdersModule {}
