import { Global, Module } from '@nestjs/common';
import { CommentsModule } from '../comments/comments.module.js';
import { CustomerMerges } from '../../customers/customer-merges.service.js';
import { CustomersModule } from '../../customers/customers.module.js';
import { DocumentsModule } from '../../documents/documents.module.js';
import { MergedCustomers } from '../../platform/http/merged-customers.js';
import { PaymentsModule } from '../../payments/payments.module.js';
import { ReconciliationModule } from '../../bank/reconciliation.module.js';
import { DuplicateFinder } from './duplicate-finder.js';
import { MergeFollower } from './merge-follower.js';
import { MergesController } from './merges.controller.js';
import { MergesService } from './merges.service.js';

/** Possible duplicates among customers, their merge, and its undo; lists of all rooms follow merges. */
@Global()
@Module({
  imports: [CommentsModule, CustomersModule, DocumentsModule, PaymentsModule, ReconciliationModule],
  controllers: [MergesController],
  providers: [
    MergesService,
    MergeFollower,
    DuplicateFinder,
    { provide: MergedCustomers, useExisting: CustomerMerges },
  ],
  exports: [MergedCustomers, MergesService],
})
export class MergesModule {}
