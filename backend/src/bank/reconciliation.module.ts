import { Module } from '@nestjs/common';
import { withCollections } from '../platform/database/collections.js';
import { CustomersModule } from '../customers/customers.module.js';
import { PayoutsModule } from '../payouts/payouts.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { AccountCurrency } from './transactions/account-currency.js';
import { ArrivalsService } from './transactions/arrivals.service.js';
import { BankAccount, BankAccountSchema } from './accounts/bank-account.schema.js';
import { BankAccountsController } from './accounts/bank-accounts.controller.js';
import { BankAccountsService } from './accounts/bank-accounts.service.js';
import { BankTransaction, BankTransactionSchema } from './transactions/bank-transaction.schema.js';
import { BankTransactionsController } from './transactions/bank-transactions.controller.js';
import { BankTransactionsService } from './transactions/bank-transactions.service.js';
import { FindingsService } from './matching/findings.service.js';
import { InteracNotice, InteracNoticeSchema } from './notices/interac-notice.schema.js';
import { InteracNoticesController } from './notices/interac-notices.controller.js';
import { InteracNoticesService } from './notices/interac-notices.service.js';
import { MatchingService } from './matching/matching.service.js';
import { OffsetsService } from './transactions/offsets.service.js';
import { OutgoingProposals } from './matching/outgoing-proposals.service.js';
import { PayoutMatches } from './transactions/payout-matches.service.js';
import { ReceiptsController } from './transactions/receipts.controller.js';
import { ReceiptsService } from './transactions/receipts.service.js';
import { SettlementService } from './transactions/settlement.service.js';
import { ReconciliationView } from './reconciliation-view.js';
import { StatementReadings } from './statements/statement-readings.service.js';
import { StatementImporter } from './statements/statement-importer.js';
import {
  Statement,
  StatementFile,
  StatementFileSchema,
  StatementSchema,
} from './statements/statement.schema.js';
import { StatementUploadsController } from './statements/statement-uploads.controller.js';
import { StatementsController } from './statements/statements.controller.js';
import { StatementsService } from './statements/statements.service.js';
import { TransactionWrites } from './transactions/transaction-writes.service.js';
import { WaitingMoneyController } from './transactions/waiting-money.controller.js';
import { SharedPayers } from './matching/shared-payers.service.js';
import { WaitingMoneyService } from './transactions/waiting-money.service.js';

@Module({
  imports: [
    withCollections(
      [BankAccount, BankAccountSchema],
      [Statement, StatementSchema],
      [StatementFile, StatementFileSchema],
      [BankTransaction, BankTransactionSchema],
      [InteracNotice, InteracNoticeSchema],
    ),
    CustomersModule,
    PaymentsModule,
    PayoutsModule,
  ],
  controllers: [
    BankAccountsController,
    StatementUploadsController,
    StatementsController,
    BankTransactionsController,
    ReceiptsController,
    WaitingMoneyController,
    InteracNoticesController,
  ],
  providers: [
    AccountCurrency,
    BankAccountsService,
    StatementsService,
    StatementImporter,
    StatementReadings,
    FindingsService,
    MatchingService,
    TransactionWrites,
    OffsetsService,
    SettlementService,
    OutgoingProposals,
    PayoutMatches,
    ReceiptsService,
    WaitingMoneyService,
    SharedPayers,
    BankTransactionsService,
    InteracNoticesService,
    ArrivalsService,
    ReconciliationView,
  ],
  exports: [ArrivalsService, BankAccountsService, BankTransactionsService, ReconciliationView, SharedPayers],
})
export class ReconciliationModule {}
