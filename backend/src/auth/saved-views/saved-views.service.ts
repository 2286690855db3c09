import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { maximumViews, type SavedViewInput, viewMessages } from '#domain/auth/views';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { PersonalViews, type StoredView } from './saved-view.schema.js';

type Id = Types.ObjectId;

/** The saved views of each person: a convenience of their own, which no audit entry and no figure tells of. */
@Injectable()
export class SavedViewsService {
  constructor(
    @InjectModel(PersonalViews.name) private readonly model: Model<PersonalViews>,
    private readonly unitOfWork: TransactionsService,
  ) {}

  /** The views of an account, the oldest first. */
  async list(userId: Id, unit?: UnitOfWork): Promise<StoredView[]> {
    const found = await this.model.findById(userId, null, { session: unit?.session ?? null }).lean();
    return found?.views ?? [];
  }

  /** Saves a view; one of the same list and name gets its query. Throws 409 where there are too many. */
  save(userId: Id, { list, name, search }: SavedViewInput): Promise<StoredView[]> {
    return this.unitOfWork.run(async (unit) => {
      const views = await this.list(userId, unit);
      const known = views.find((view) => view.list === list && view.name === name);
      if (!known && views.length >= maximumViews) throw new ConflictException(viewMessages.tooMany);
      const saved = known
        ? views.map((view) => (view === known ? { ...view, search } : view))
        : [...views, { _id: new Types.ObjectId(), list, name, search }];
      await this.write(userId, saved, unit);
      return saved;
    });
  }

  /** Removes a view. Throws 404. */
  async remove(userId: Id, id: Id): Promise<void> {
    await this.unitOfWork.run(async (unit) => {
      const views = await this.list(userId, unit);
      const kept = views.filter(({ _id }) => !_id.equals(id));
      if (kept.length === views.length) throw new NotFoundException(viewMessages.notFound);
      await this.write(userId, kept, unit);
    });
  }

  private async write(userId: Id, views: StoredView[], { session }: UnitOfWork): Promise<void> {
    await this.model.updateOne({ _id: userId }, { $set: { views } }, { upsert: true, session });
  }

  /** Removes the views of an account that is deleted. */
  async removeAll(userId: Id, { session }: UnitOfWork): Promise<void> {
    await this.model.deleteOne({ _id: userId }, { session });
  }
}
