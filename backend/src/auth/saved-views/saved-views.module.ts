import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PersonalViews, PersonalViewsSchema } from './saved-view.schema.js';
import { SavedViewsController } from './saved-views.controller.js';
import { SavedViewsService } from './saved-views.service.js';

/** The views of lists that people keep with their accounts. */
@Module({
  imports: [MongooseModule.forFeature([{ name: PersonalViews.name, schema: PersonalViewsSchema }])],
  controllers: [SavedViewsController],
  providers: [SavedViewsService],
  exports: [SavedViewsService],
})
export class SavedViewsModule {}
