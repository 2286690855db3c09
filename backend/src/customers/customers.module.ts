import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Customer, CustomerSchema } from './customer.schema.js';
import { CustomerLookups } from './customer-lookups.js';
import { CustomerTerms } from './customer-terms.js';
import { CustomersController } from './customers.controller.js';
import { CustomersService } from './customers.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Customer.name, schema: CustomerSchema }])],
  controllers: [CustomersController],
  providers: [CustomersService, CustomerLookups, CustomerTerms],
  exports: [CustomersService, CustomerLookups],
})
export class CustomersModule {}
