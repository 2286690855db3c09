import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { Types } from 'mongoose';
import { mergeMessages } from '#domain/care/merges';
import { Duplicates } from '../../customers/duplicates.service.js';
import { Costly, Reads, Writes } from '../../platform/http/access.decorators.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { maximumPage, wholeParameter } from '../../platform/http/list-query.js';
import { idOf } from '../../platform/http/id-of.decorator.js';
import { SharedPayers } from '../../bank/matching/shared-payers.service.js';
import { DifferentDto, MergeDto } from './merge.dto.js';
import { MergesService } from './merges.service.js';
import { CustomerId } from '../../customers/customer-id.decorator.js';

const MergeId = idOf(mergeMessages.notFound);

@Controller('customers')
export class MergesController {
  constructor(
    private readonly merges: MergesService,
    private readonly duplicates: Duplicates,
    private readonly payers: SharedPayers,
  ) {}

  /** The customers that may be the same person, each with the reasons; those that share most first, 20 a page. */
  @Reads('customers')
  @Get(':id/duplicates')
  list(@CustomerId id: Types.ObjectId, @Query() query: Record<string, unknown>) {
    const page = wholeParameter(query, 'page', 1, maximumPage);
    return this.duplicates.of(id, page, (one) => this.payers.of(one));
  }

  /** Remembers that this customer and `from` are different people. */
  @Writes('customers')
  @Post(':id/different')
  @HttpCode(204)
  setDifferent(@CustomerId id: Types.ObjectId, @Body() { from }: DifferentDto, @FromCaller() caller: Caller) {
    return this.duplicates.setDifferent(id, new Types.ObjectId(from), caller);
  }

  /** The numbers of records that would move if this customer were merged into another one. */
  @Reads('customers', 'payments', 'comments', 'mails', 'documents')
  @Get(':id/merge')
  counts(@CustomerId id: Types.ObjectId) {
    return this.merges.counts(id);
  }

  /** Merges `from` into this customer, in one transaction; 409 where either was changed. */
  @Writes('customers')
  @Costly()
  @Post(':id/merge')
  @HttpCode(200)
  merge(@CustomerId id: Types.ObjectId, @Body() input: MergeDto, @FromCaller() caller: Caller) {
    return this.merges.merge(id, input, caller);
  }

  /** Undoes a merge while nothing that moved was changed; 409 says what was. */
  @Writes('customers')
  @Costly()
  @Post('merges/:id/undo')
  @HttpCode(200)
  undo(@MergeId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.merges.undo(id, caller);
  }
}
