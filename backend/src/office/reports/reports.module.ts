import { Module } from '@nestjs/common';
import { BooksModule } from '../../ledger/books/books.module.js';
import { CardsModule } from '../../cards/cards.module.js';
import { DocumentsModule } from '../../documents/documents.module.js';
import { PaymentsModule } from '../../payments/payments.module.js';
import { ReconciliationModule } from '../../bank/reconciliation.module.js';
import { BooksController } from './books.controller.js';
import { BooksService } from './books.service.js';
import { CountsController } from './counts.controller.js';
import { ExpectedService } from './expected.service.js';
import { OverdueService } from './overdue.service.js';
import { ReportsController } from './reports.controller.js';
import { ReportsService } from './reports.service.js';

@Module({
  imports: [BooksModule, CardsModule, DocumentsModule, PaymentsModule, ReconciliationModule],
  controllers: [ReportsController, CountsController, BooksController],
  providers: [OverdueService, ExpectedService, ReportsService, BooksService],
  exports: [BooksService],
})
export class ReportsModule {}
