import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SearchEntry, SearchEntrySchema } from './search-entry.schema.js';
import { SearchIndex } from './search-index.service.js';

/** The search index of customers and payments, updated by every feature that writes them. */
@Global()
@Module({
  imports: [MongooseModule.forFeature([{ name: SearchEntry.name, schema: SearchEntrySchema }])],
  providers: [SearchIndex],
  exports: [SearchIndex],
})
export class SearchIndexModule {}
