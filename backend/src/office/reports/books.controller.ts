import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type CloseInput, closeRules } from '#domain/ledger/books';
import { dayPattern, monthPattern } from '#domain/platform/dates';
import { sendExport } from '../../platform/exports/export-file.js';
import { Reads, RecentProof, Writes } from '../../platform/http/access.decorators.js';
import { ApiFile, ApiText } from '../../platform/http/api-list-query.decorator.js';
import type { RawQuery } from '../../platform/http/list-query.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { ValidateWith, withoutNull } from '../../platform/http/validate-with.decorator.js';
import { BooksService } from './books.service.js';

/** The body of POST /books/close. */
export class CloseDto implements CloseInput {
  @ValidateWith(closeRules.until) until!: string;
  @ValidateWith(withoutNull(closeRules.reason)) reason?: string;
}

const day = { pattern: dayPattern };

@Controller('books')
export class BooksController {
  constructor(private readonly books: BooksService) {}

  /** The months of the books by currency, newest first, and the day until which they are closed. */
  @Reads('books')
  @Get()
  find() {
    return this.books.find();
  }

  /** The bookings of a month whose own day lies before it, oldest first; `total` where there are more. */
  @ApiQuery({ name: 'month', description: 'YYYY-MM', schema: { type: 'string', pattern: monthPattern } })
  @Reads('books')
  @Get('late')
  late(@Query() query: RawQuery) {
    return this.books.late(query);
  }

  /** Closes the books until the last day of a past month; an earlier one opens months again, with a reason. */
  @Writes('books')
  @RecentProof()
  @Post('close')
  @HttpCode(200)
  close(@Body() input: CloseDto, @FromCaller() caller: Caller) {
    return this.books.close(input, caller);
  }

  /** A file of the bookings from one day to another, a line each. */
  @ApiFile()
  @ApiText('from', 'First day of booking', day)
  @ApiText('to', 'Last day of booking', day)
  @Reads('books')
  @Get('export')
  async export(@Query() query: RawQuery, @Res() reply: FastifyReply, @FromCaller() caller: Caller) {
    await sendExport(reply, await this.books.export(query, caller));
  }
}
