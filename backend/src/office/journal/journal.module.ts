import { Module } from '@nestjs/common';
import { ReconciliationModule } from '../../bank/reconciliation.module.js';
import { DocumentsModule } from '../../documents/documents.module.js';
import { BooksModule } from '../../ledger/books/books.module.js';
import { PaymentsModule } from '../../payments/payments.module.js';
import { PayoutsModule } from '../../payouts/payouts.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { JournalController } from './journal.controller.js';
import { JournalService } from './journal.service.js';
import { PackageService } from './package.service.js';

/** The journal for the accountant's program, and the package of a month. */
@Module({
  imports: [BooksModule, DocumentsModule, PaymentsModule, PayoutsModule, ReconciliationModule, ReportsModule],
  controllers: [JournalController],
  providers: [JournalService, PackageService],
})
export class JournalModule {}
