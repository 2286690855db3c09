import { Module } from '@nestjs/common';
import { CardsModule } from '../cards/cards.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ReconciliationModule } from '../reconciliation/reconciliation.module.js';
import { CountsController } from './counts.controller.js';
import { OverdueService } from './overdue.service.js';
import { ReportsController } from './reports.controller.js';
import { ReportsService } from './reports.service.js';

@Module({
  imports: [CardsModule, PaymentsModule, ReconciliationModule],
  controllers: [ReportsController, CountsController],
  providers: [OverdueService, ReportsService],
})
export class ReportsModule {}
