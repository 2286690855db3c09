import { Module } from '@nestjs/common';
import { withCollections } from '../../platform/database/collections.js';
import { AuthModule } from '../../auth/auth.module.js';
import { CustomersModule } from '../../customers/customers.module.js';
import { PaymentsModule } from '../../payments/payments.module.js';
import { Comment, CommentSchema } from './comment.schema.js';
import { CommentQueries } from './comment-queries.service.js';
import { CommentsController } from './comments.controller.js';
import { CommentsService } from './comments.service.js';
import { Mentions } from './mentions.service.js';

/** The office's comments on customers and payments. */
@Module({
  imports: [withCollections([Comment, CommentSchema]), AuthModule, CustomersModule, PaymentsModule],
  controllers: [CommentsController],
  providers: [CommentsService, CommentQueries, Mentions],
  exports: [CommentQueries, CommentsService],
})
export class CommentsModule {}
