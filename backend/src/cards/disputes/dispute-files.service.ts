import { buffer } from 'node:stream/consumers';
import { Injectable, NotFoundException } from '@nestjs/common';
import type { Types } from 'mongoose';
import { cardMessages } from '#domain/cards/cards';
import { calendarDay } from '#domain/platform/dates';
import { AuditService } from '../../audit/audit.service.js';
import { DocumentsService } from '../../documents/documents.service.js';
import { DocumentPdf } from '../../documents/pdf/document-pdf.js';
import { type ZippedFile, zipPieces } from '../../platform/exports/zip.js';
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
    const now = new Date();
    const text = (name: string, content: string): ZippedFile => ({ name, pieces: [content] });
    const paper = invoice && (await this.pdf.render(invoice));
    const files: ZippedFile[] = [
      text('payment.txt', paymentText(payment)),
      text('terms.txt', termsText(payment, texts)),
      ...(paper ? [{ name: `${invoice.number}.pdf`, pieces: [paper], isCompressed: true }] : []),
      text('mails.txt', mailsText(mails)),
      text('visitor-page.txt', pageText(page, now)),
    ];
    const file = await buffer(zipPieces(files, calendarDay(now, 0)));
    // Personal data leaves the office.
    await this.audit.add(caller, 'export', 'payments', id.toHexString());
    return { name: `dispute-${referenceNumber.replace(/[^A-Za-z0-9-]+/g, '-')}.zip`, zip: file };
  }
}
