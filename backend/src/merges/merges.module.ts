import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CommentsModule } from '../comments/comments.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ReconciliationModule } from '../reconciliation/reconciliation.module.js';
import { MergedCustomers } from './merged-customers.interceptor.js';
import { MergesController } from './merges.controller.js';
import { MergesService } from './merges.service.js';
import { PayerDuplicates } from './payer-duplicates.js';

/** Possible duplicates among customers, their merge, and its undo. */
@Module({
  imports: [CommentsModule, CustomersModule, DocumentsModule, PaymentsModule, ReconciliationModule],
  controllers: [MergesController],
  providers: [MergesService, PayerDuplicates, { provide: APP_INTERCEPTOR, useClass: MergedCustomers }],
})
export class MergesModule {}
