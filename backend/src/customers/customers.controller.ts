import { Body, Controller, Delete, Get, Headers, HttpCode, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Types } from 'mongoose';
import { Reads, Writes } from '../platform/http/access.decorators.js';
import { sendExport } from '../platform/exports/export-file.js';
import { type Caller, FromCaller } from '../platform/http/caller.decorator.js';
import { ApiExport, ApiListQuery } from '../platform/http/api-list-query.decorator.js';
import { ApiIdempotencyKey, readIdempotencyKey } from '../platform/submissions/submissions.service.js';
import type { RawQuery } from '../platform/http/list-query.js';
import { customerListSpec, plainFilters } from './customer-list.js';
import { CustomerDto } from './customer.dto.js';
import { CustomersService } from './customers.service.js';
import { CustomerId } from './customer-id.decorator.js';

@Controller('customers')
export class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  /** A page of customers; filters: name, email, country, province, state, search. */
  @ApiListQuery(customerListSpec)
  @Reads('customers')
  @Get()
  list(@Query() query: RawQuery) {
    return this.customers.list(query);
  }

  /** {total, active, new, countries}. */
  @Reads('customers')
  @Get('stats')
  stats() {
    return this.customers.readStats();
  }

  /** A file of the customers: format csv or excel, and the list's filters. */
  @ApiExport(customerListSpec, plainFilters)
  @Reads('customers')
  @Get('export')
  async export(@Query() query: RawQuery, @Res() reply: FastifyReply, @FromCaller() caller: Caller) {
    await sendExport(reply, await this.customers.export(query, caller));
  }

  /** A customer; for one that was merged into another that one, with `mergedInto`. */
  @Reads('customers')
  @Get(':id')
  find(@CustomerId id: Types.ObjectId) {
    return this.customers.find(id);
  }

  /** Adds a customer; the same Idempotency-Key gives the same one. */
  @ApiIdempotencyKey('customer')
  @Writes('customers')
  @Post()
  create(@Body() input: CustomerDto, @Headers('idempotency-key') key: unknown, @FromCaller() caller: Caller) {
    return this.customers.create(input, caller, readIdempotencyKey(key));
  }

  /** Replaces the fields of a customer. */
  @Writes('customers')
  @Put(':id')
  update(@CustomerId id: Types.ObjectId, @Body() input: CustomerDto, @FromCaller() caller: Caller) {
    return this.customers.update(id, input, caller);
  }

  /** 204; 409 for a customer with payments or documents. */
  @Writes('customers')
  @Delete(':id')
  @HttpCode(204)
  delete(@CustomerId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.customers.delete(id, caller);
  }
}
