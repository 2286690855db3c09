import { Module } from '@nestjs/common';
import { CommentsModule } from '../../care/comments/comments.module.js';
import { CustomersModule } from '../../customers/customers.module.js';
import { PaymentsModule } from '../../payments/payments.module.js';
import { SearchController } from './search.controller.js';

@Module({ imports: [CommentsModule, CustomersModule, PaymentsModule], controllers: [SearchController] })
export class SearchModule {}
