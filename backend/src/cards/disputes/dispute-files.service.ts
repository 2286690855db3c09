import { places } from '#domain/places/places';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { Types } from 'mongoose';
import { cardMessages } from '#domain/cards/cards';
import { AuditService } from '../../audit/audit.service.js';
import { DocumentsService } from '../../documents/documents.service.js';
import { DocumentPdf } from '../../documents/pdf/document-pdf.js';
import { zipPieces } from '../../platform/exports/zip.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { MailReader } from '../../mail/mail-reader.js';
import { OrdersService } from '../../visitor/orders/orders.service.js';
import type { Payment } from '../../payments/payment.schema.js';
import type { PaymentConfig } from '../../payments/options/payment-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { PaymentsService } from '../../payments/payments.service.js';
import { TermsTextsService } from '../../payments/terms/terms-texts.service.js';
import { type DisputedPayment, disputeReport } from './dispute-report.js';

/** Most mails in a file, the newest ones. */
const maximumMails = 200;
/** Most papers beside it, the newest ones. */
const maximumPapers = 50;

const isDisputed = (payment: Payment): payment is DisputedPayment => payment.card?.dispute !== undefined;

/** Gathers what speaks for a payment that its payer disputes, for the operator to send to the card provider. */
@Injectable()
export class DisputeFiles {
  constructor(
    private readonly payments: PaymentsService,
    private readonly termsTexts: TermsTextsService,
    private readonly documents: DocumentsService,
    private readonly pdf: DocumentPdf,
    private readonly mails: MailReader,
    private readonly orders: OrdersService,
    private readonly audit: AuditService,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  /**
   * Returns the file of a payment's dispute, a ZIP: one paper to read, with the payment and its history, the terms as
   * accepted, the mails and the visitor's page, and the invoices and credit notes. Throws 404 without a dispute.
   */
  async make(id: Types.ObjectId, caller: Caller): Promise<{ name: string; zip: Buffer }> {
    const payment = await this.payments.findStored(id);
    if (!isDisputed(payment)) throw new NotFoundException(cardMessages.noDispute);
    const { acceptedTerms, referenceNumber } = payment;
    const { company, companyName } = this.config.paymentOptions;
    const [terms, documents, mails, page] = await Promise.all([
      acceptedTerms && this.termsTexts.find(acceptedTerms.version),
      this.documents.ofPayment(id),
      this.mails.ofPayment(id, maximumMails),
      this.orders.page(id),
    ]);
    const { calendar } = this.config;
    const day = calendar.dayOf(new Date());
    const report = {
      report: `Dispute of ${referenceNumber}`,
      author: company?.legalName ?? companyName,
      day,
      size: places[company?.country ?? 'canada'].paper,
      sections: disputeReport({ payment, terms, mails, page }, calendar),
    };
    const paper = async (name: string, content: Parameters<DocumentPdf['render']>[0]) => ({
      name: `${name}.pdf`,
      pieces: [await this.pdf.render(content)],
      isCompressed: true,
    });
    const files = [await paper('dispute', report)];
    for (const document of documents.slice(-maximumPapers))
      files.push(await paper(document.number, document));
    const file = await buffer(zipPieces(files, day));
    // Personal data leaves the office.
    await this.audit.add(caller, 'export', 'payments', id.toHexString());
    return { name: `dispute-${referenceNumber.replace(/[^A-Za-z0-9-]+/g, '-')}.zip`, zip: file };
  }
}
