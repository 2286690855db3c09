import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CustomersModule } from '../customers/customers.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ArrivalsService } from './arrivals.service.js';
import { BankAccount, BankAccountSchema } from './bank-account.schema.js';
import { BankAccountsController } from './bank-accounts.controller.js';
import { BankAccountsService } from './bank-accounts.service.js';
import { BankTransaction, BankTransactionSchema } from './bank-transaction.schema.js';
import { BankTransactionsController } from './bank-transactions.controller.js';
import { BankTransactionsService } from './bank-transactions.service.js';
import { FindingsService } from './findings.service.js';
import { InteracNotice, InteracNoticeSchema } from './interac-notice.schema.js';
import { InteracNoticesController } from './interac-notices.controller.js';
import { InteracNoticesService } from './interac-notices.service.js';
import { MatchingService } from './matching.service.js';
import { OffsetsService } from './offsets.service.js';
import { OutgoingProposals } from './outgoing-proposals.service.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptsService } from './receipts.service.js';
import { SettlementService } from './settlement.service.js';
import { StatementImporter } from './statement-importer.js';
import { Statement, StatementFile, StatementFileSchema, StatementSchema } from './statement.schema.js';
import { StatementsController } from './statements.controller.js';
import { StatementsService } from './statements.service.js';
import { TransactionWrites } from './transaction-writes.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: BankAccount.name, schema: BankAccountSchema },
      { name: Statement.name, schema: StatementSchema },
      { name: StatementFile.name, schema: StatementFileSchema },
      { name: BankTransaction.name, schema: BankTransactionSchema },
      { name: InteracNotice.name, schema: InteracNoticeSchema },
    ]),
    CustomersModule,
    PaymentsModule,
  ],
  controllers: [
    BankAccountsController,
    StatementsController,
    BankTransactionsController,
    ReceiptsController,
    InteracNoticesController,
  ],
  providers: [
    BankAccountsService,
    StatementsService,
    StatementImporter,
    FindingsService,
    MatchingService,
    TransactionWrites,
    OffsetsService,
    SettlementService,
    OutgoingProposals,
    ReceiptsService,
    BankTransactionsService,
    InteracNoticesService,
    ArrivalsService,
  ],
  exports: [ArrivalsService],
})
export class ReconciliationModule {}
