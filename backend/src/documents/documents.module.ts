import { Module } from '@nestjs/common';
import { withCollections } from '../platform/database/collections.js';
import { BooksModule } from '../ledger/books/books.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { DocumentIssuer } from './document-issuer.service.js';
import { DocumentStore } from './document-store.service.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsGuard } from './documents.guard.js';
import { DocumentsService } from './documents.service.js';
import {
  DocumentCounter,
  DocumentCounterSchema,
  StoredDocument,
  StoredDocumentSchema,
} from './document.schema.js';
import { DocumentPdf } from './pdf/document-pdf.js';
import { TaxReports } from './tax-reports.service.js';

/** Invoices and credit notes of payments. */
@Module({
  imports: [
    withCollections([StoredDocument, StoredDocumentSchema], [DocumentCounter, DocumentCounterSchema]),
    BooksModule,
    CustomersModule,
    PaymentsModule,
  ],
  controllers: [DocumentsController],
  providers: [DocumentsService, DocumentIssuer, DocumentStore, DocumentsGuard, DocumentPdf, TaxReports],
  exports: [DocumentsService, DocumentIssuer, DocumentStore, DocumentsGuard, DocumentPdf, TaxReports],
})
export class DocumentsModule {}
