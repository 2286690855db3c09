import { Module } from '@nestjs/common';
import { withCollections } from '../platform/database/collections.js';
import { Customer, CustomerSchema } from './customer.schema.js';
import { CustomerLookups } from './customer-lookups.js';
import { CustomerMerge, CustomerMergeSchema } from './customer-merge.schema.js';
import { CustomerMerges } from './customer-merges.service.js';
import { CustomerMerging } from './customer-merging.service.js';
import { CustomersController } from './customers.controller.js';
import { CustomersService } from './customers.service.js';
import { Duplicates } from './duplicates.service.js';
import { VisitorCustomers } from './visitor-customers.service.js';
import { VisitorEmail, VisitorEmailSchema } from './visitor-email.schema.js';

@Module({
  imports: [
    withCollections(
      [Customer, CustomerSchema],
      [VisitorEmail, VisitorEmailSchema],
      [CustomerMerge, CustomerMergeSchema],
    ),
  ],
  controllers: [CustomersController],
  providers: [
    CustomersService,
    CustomerLookups,
    CustomerMerges,
    CustomerMerging,
    Duplicates,
    VisitorCustomers,
  ],
  exports: [CustomersService, CustomerLookups, CustomerMerges, CustomerMerging, Duplicates, VisitorCustomers],
})
export class CustomersModule {}
