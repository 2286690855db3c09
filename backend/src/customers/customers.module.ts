import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Customer, CustomerSchema } from './customer.schema.js';
import { CustomerLookups } from './customer-lookups.js';
import { CustomersController } from './customers.controller.js';
import { CustomersService } from './customers.service.js';
import { VisitorCustomers } from './visitor-customers.service.js';
import { VisitorEmail, VisitorEmailSchema } from './visitor-email.schema.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Customer.name, schema: CustomerSchema },
      { name: VisitorEmail.name, schema: VisitorEmailSchema },
    ]),
  ],
  controllers: [CustomersController],
  providers: [CustomersService, CustomerLookups, VisitorCustomers],
  exports: [CustomersService, CustomerLookups, VisitorCustomers],
})
export class CustomersModule {}
