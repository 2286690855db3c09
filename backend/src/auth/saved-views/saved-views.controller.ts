import { Body, Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { Types } from 'mongoose';
import { viewMessages } from '#domain/auth/views';
import { Reads, Writes } from '../../platform/http/access.decorators.js';
import { idOf } from '../../platform/http/id-of.decorator.js';
import { FromOwner, type Owner } from '../sessions/owner.decorator.js';
import { SavedViewDto } from './saved-view.dto.js';
import { SavedViewsService } from './saved-views.service.js';

const ViewId = idOf(viewMessages.notFound);

@Controller('account/views')
export class SavedViewsController {
  constructor(private readonly views: SavedViewsService) {}

  /** One's own saved views of lists: {views}. */
  @Reads('account')
  @Get()
  async list(@FromOwner() { userId }: Owner) {
    return { views: await this.views.list(new Types.ObjectId(userId)) };
  }

  /** Saves a view of a list under a name, in place of one with that name: {views}. */
  @Writes('account')
  @Put()
  async save(@FromOwner() { userId }: Owner, @Body() input: SavedViewDto) {
    return { views: await this.views.save(new Types.ObjectId(userId), input) };
  }

  /** Removes a saved view. */
  @Writes('account')
  @Delete(':id')
  @HttpCode(204)
  remove(@FromOwner() { userId }: Owner, @ViewId id: Types.ObjectId) {
    return this.views.remove(new Types.ObjectId(userId), id);
  }
}
