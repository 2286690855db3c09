import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../documents/documents.module.js';
import { OrdersModule } from '../../visitor/orders/orders.module.js';
import { PaymentsModule } from '../../payments/payments.module.js';
import { DisputeFiles } from './dispute-files.service.js';
import { DisputesController } from './disputes.controller.js';

@Module({
  imports: [DocumentsModule, OrdersModule, PaymentsModule],
  controllers: [DisputesController],
  providers: [DisputeFiles],
})
export class DisputesModule {}
