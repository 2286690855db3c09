import { Body, Controller, Get, HttpCode, Post, Query, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import type { FastifyReply } from 'fastify';
import type { Types } from 'mongoose';
import {
  buyerRules,
  type DocumentsInput,
  taxPlaceRules,
  type TaxPlaceInput,
} from '#domain/documents/document-calls';
import { documentMessages } from '#domain/documents/documents';
import type { Country } from '#domain/places/countries';
import { requiredVersion, type Rule } from '#domain/platform/rules';
import { sendExport } from '../platform/exports/export-file.js';
import { Costly, Reads, Writes } from '../platform/http/access.decorators.js';
import { ApiExport, ApiListQuery } from '../platform/http/api-list-query.decorator.js';
import { type Caller, FromCaller } from '../platform/http/caller.decorator.js';
import type { RawQuery } from '../platform/http/list-query.js';
import { idOf } from '../platform/http/id-of.decorator.js';
import { OptionalField } from '../platform/http/optional-field.decorator.js';
import { ValidateWith } from '../platform/http/validate-with.decorator.js';
import { documentListSpec } from './document-list.js';
import { DocumentsGuard } from './documents.guard.js';
import { DocumentsService } from './documents.service.js';
import { sendPdf } from './send-pdf.js';
import { DocumentPdf } from './pdf/document-pdf.js';
import { PaymentId } from '../payments/payment-id.decorator.js';

const DocumentId = idOf(documentMessages.notFound);

/** The buyer of POST /payments/{id}/documents. */
export class BuyerDto {
  @ValidateWith(buyerRules.name) name!: string;
  /** With line breaks. */
  @ValidateWith(buyerRules.address) address!: string;
}

const isBuyer: Rule = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? undefined
    : 'Buyer takes a name and an address';

/** The body of POST /payments/{id}/documents. */
export class DocumentsDto implements DocumentsInput {
  @OptionalField()
  @ValidateWith(isBuyer, { trim: false })
  @ValidateNested()
  @Type(() => BuyerDto)
  buyer?: BuyerDto;
}

/** The body of POST /payments/{id}/tax-place. */
export class TaxPlaceDto implements TaxPlaceInput {
  @ValidateWith(taxPlaceRules.country) country!: Country;
  @ValidateWith(taxPlaceRules.province) province?: string | null;
  @ValidateWith(requiredVersion) version!: number;
}

@UseGuards(DocumentsGuard)
@Controller()
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly pdf: DocumentPdf,
  ) {}

  /** A page of documents; filters: search, kind, paymentId, customerId, day. */
  @ApiListQuery(documentListSpec)
  @Reads('documents')
  @Get('documents')
  list(@Query() query: RawQuery) {
    return this.documents.list(query);
  }

  /** The register of the documents as a file: format csv or excel, and the list's filters. */
  @ApiExport(documentListSpec)
  @Reads('documents')
  @Get('documents/export')
  async export(@Query() query: RawQuery, @Res() reply: FastifyReply, @FromCaller() caller: Caller) {
    await sendExport(reply, await this.documents.export(query, caller));
  }

  /** A document as it was issued. */
  @Reads('documents')
  @Get('documents/:id')
  find(@DocumentId id: Types.ObjectId) {
    return this.documents.find(id);
  }

  /** The same as a PDF. */
  @ApiOkResponse({ content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } })
  @Reads('documents')
  @Costly()
  @Get('documents/:id/pdf')
  async file(@DocumentId id: Types.ObjectId, @Res() reply: FastifyReply) {
    const document = await this.documents.find(id);
    await sendPdf(reply, document.number, await this.pdf.render(document));
  }

  /** Issues what a payment is due now; a buyer corrects the open invoice. */
  @Writes('documents')
  @Costly()
  @Post('payments/:id/documents')
  @HttpCode(201)
  issue(@PaymentId id: Types.ObjectId, @Body() input: DocumentsDto, @FromCaller() caller: Caller) {
    return this.documents.issue(id, input, caller);
  }

  /** Sets or corrects the place by which a payment is taxed. */
  @Writes('documents')
  @Post('payments/:id/tax-place')
  @HttpCode(200)
  setTaxPlace(@PaymentId id: Types.ObjectId, @Body() input: TaxPlaceDto, @FromCaller() caller: Caller) {
    return this.documents.setTaxPlace(id, input, caller);
  }
}
