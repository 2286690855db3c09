import { Injectable, NotFoundException } from '@nestjs/common';
import JSZip from 'jszip';
import type { Types } from 'mongoose';
import { cardMessages } from '#domain/cards/cards';
import { AuditService } from '../../audit/audit.service.js';
import { DocumentsService } from '../../documents/documents.service.js';
import { DocumentPdf } from '../../documents/pdf/document-pdf.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { Outbox } from '../../mail/outbox.js';
import { OrdersService } from '../../visitor/orders/orders.service.js';
import type { Payment } from '../../payments/payment.schema.js';
import { PaymentsService } from '../../payments/payments.service.js';
import { TermsTextsService } from '../../payments/terms/terms-texts.service.js';
import { type DisputedPayment, mailsText, pageText, paymentText, termsText } from './dispute-texts.js';

/** Most mails in a file, the newest ones. */
const maximumMails = 200;

const isDisputed = (payment: Payment): payment is DisputedPayment => payment.card?.dispute !== undefined;

/** Gathers what speaks for a payment that its payer disputes, for the operator to send to the card provider. */
@Injectable()
export class DisputeFiles {
  constructor(
    private readonly payments: PaymentsService,
    private readonly terms: TermsTextsService,
    private readonly documents: DocumentsService,
    private readonly pdf: DocumentPdf,
    private readonly outbox: Outbox,
    private readonly orders: OrdersService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Returns the file of a payment's dispute, a ZIP: the payment with its history, the terms as accepted, the newest invoice
   * where there is one, the mails, and the visitor's page. Throws 404 without a dispute.
   */
  async make(id: Types.ObjectId, caller: Caller): Promise<{ name: string; zip: Buffer }> {
    const payment = await this.payments.findStored(id);
    if (!isDisputed(payment)) throw new NotFoundException(cardMessages.noDispute);
    const { acceptedTerms, referenceNumber } = payment;
    const [texts, documents, mails, page] = await Promise.all([
      acceptedTerms && this.terms.find(acceptedTerms.version),
      this.documents.ofPayment(id),
      this.outbox.ofPayment(id, maximumMails),
      this.orders.page(id),
    ]);
    const invoice = documents.findLast(({ kind }) => kind === 'invoice');
    const zip = new JSZip();
    zip.file('payment.txt', paymentText(payment));
    zip.file('terms.txt', termsText(payment, texts));
    if (invoice) zip.file(`${invoice.number}.pdf`, await this.pdf.render(invoice));
    zip.file('mails.txt', mailsText(mails));
    zip.file('visitor-page.txt', pageText(page, new Date()));
    const file = await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
    // Personal data leaves the office.
    await this.audit.add(caller, 'export', 'payments', id.toHexString());
    return { name: `dispute-${referenceNumber.replace(/[^A-Za-z0-9-]+/g, '-')}.zip`, zip: file };
  }
}
