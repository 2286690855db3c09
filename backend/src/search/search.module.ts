import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { SearchController } from './search.controller.js';

@Module({ imports: [CustomersModule, PaymentsModule], controllers: [SearchController] })
export class SearchModule {}
