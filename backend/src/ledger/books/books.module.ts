import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { withCollections } from '../../platform/database/collections.js';
import { Bookkeeper } from './bookkeeper.service.js';
import { StoredBooking, StoredBookingSchema } from './booking.schema.js';
import { Closing } from './closing.service.js';
import { BooksRecord, BooksRecordSchema } from './closing.schema.js';

/** Bookings of payments, and the days of them that are closed. */
@Module({
  imports: [withCollections([StoredBooking, StoredBookingSchema], [BooksRecord, BooksRecordSchema])],
  providers: [Bookkeeper, Closing],
  exports: [Bookkeeper, Closing, MongooseModule],
})
export class BooksModule {}
