import { Module } from '@nestjs/common';
import { withCollections } from '../platform/database/collections.js';
import { BooksModule } from '../ledger/books/books.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import {
  StoredPayout,
  StoredPayoutLine,
  StoredPayoutLineSchema,
  StoredPayoutSchema,
} from './card-payout.schema.js';
import { PayoutQueries } from './payout-queries.service.js';
import { PayoutStore } from './payout-store.js';

@Module({
  imports: [
    withCollections([StoredPayout, StoredPayoutSchema], [StoredPayoutLine, StoredPayoutLineSchema]),
    BooksModule,
    PaymentsModule,
  ],
  providers: [PayoutQueries, PayoutStore],
  exports: [PayoutQueries, PayoutStore],
})
export class PayoutsModule {}
