import { Module } from '@nestjs/common';
import { withCollections } from '../platform/database/collections.js';
import { BooksModule } from '../ledger/books/books.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { CardPaymentsService } from './card-payments.service.js';
import { OrderLinks } from './order-links.js';
import { Payment, PaymentSchema } from './payment.schema.js';
import { PayingCustomers } from './paying-customers.js';
import { PaymentCreation } from './payment-creation.service.js';
import { PaymentLedgerController } from './payment-ledger.controller.js';
import { PaymentLedgerService } from './payment-ledger.service.js';
import { PaymentStatusService } from './status/payment-status.service.js';
import { ExpectedPayments } from './lists/expected-payments.js';
import { PaymentCounter } from './lists/payment-counter.js';
import { PaymentPlanController } from './payment-plan.controller.js';
import { PaymentPlanService } from './payment-plan.service.js';
import { PaymentQueries } from './lists/payment-queries.js';
import { PaymentLookups } from './payment-lookups.js';
import { PaymentMoves } from './payment-moves.service.js';
import { PaymentReader } from './payment-reader.js';
import { PaymentTerms } from './payment-terms.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';
import { StoredTerms, StoredTermsSchema } from './terms/terms-texts.schema.js';
import { TermsTextsService } from './terms/terms-texts.service.js';
import { StatusBatch, StatusBatchSchema } from './status/status-batch.schema.js';

@Module({
  imports: [
    withCollections(
      [Payment, PaymentSchema],
      [StatusBatch, StatusBatchSchema],
      [StoredTerms, StoredTermsSchema],
    ),
    CustomersModule,
    BooksModule,
  ],
  controllers: [PaymentsController, PaymentLedgerController, PaymentPlanController],
  providers: [
    PaymentsService,
    PaymentStatusService,
    PaymentLedgerService,
    PaymentPlanService,
    PaymentCreation,
    PaymentTerms,
    PaymentMoves,
    PayingCustomers,
    PaymentQueries,
    PaymentCounter,
    ExpectedPayments,
    CardPaymentsService,
    PaymentReader,
    PaymentLookups,
    TermsTextsService,
    OrderLinks,
  ],
  exports: [
    ExpectedPayments,
    OrderLinks,
    PaymentMoves,
    PaymentsService,
    PaymentQueries,
    PaymentReader,
    PaymentLookups,
    CardPaymentsService,
    TermsTextsService,
  ],
})
export class PaymentsModule {}
