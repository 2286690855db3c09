import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { withCollections } from '../../platform/database/collections.js';
import { DocumentsModule } from '../../documents/documents.module.js';
import { MergesModule } from '../merges/merges.module.js';
import { Eraser } from './eraser.service.js';
import { ErasedFiles } from './erased-files.js';
import { Erasure, ErasureSchema } from './erasure.schema.js';
import { Erasures } from './erasures.service.js';
import { PersonalDataFiles } from './personal-data-files.service.js';
import { TermEnds } from './term-ends.service.js';
import { PersonalDataController } from './personal-data.controller.js';

/** Erases persons, for the server and the command line. */
@Module({
  imports: [withCollections([Erasure, ErasureSchema]), MergesModule],
  providers: [Eraser, ErasedFiles, TermEnds],
  exports: [MongooseModule, Eraser, ErasedFiles, TermEnds],
})
export class EraserModule {}

/** Gives and erases what is stored of a person: the one room that knows every collection. */
@Module({
  imports: [EraserModule, DocumentsModule],
  controllers: [PersonalDataController],
  providers: [Erasures, PersonalDataFiles],
})
export class PersonalDataModule {}
