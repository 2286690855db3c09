import { Module } from '@nestjs/common';
import { withCollections } from '../../platform/database/collections.js';
import { PersonalViews, PersonalViewsSchema } from './saved-view.schema.js';
import { SavedViewsController } from './saved-views.controller.js';
import { SavedViewsService } from './saved-views.service.js';

/** The views of lists that people keep with their accounts. */
@Module({
  imports: [withCollections([PersonalViews, PersonalViewsSchema])],
  controllers: [SavedViewsController],
  providers: [SavedViewsService],
  exports: [SavedViewsService],
})
export class SavedViewsModule {}
