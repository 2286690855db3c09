import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DocumentsModule } from '../documents/documents.module.js';
import { ErasedFiles } from './erased-files.js';
import { Erasure, ErasureSchema } from './erasure.schema.js';
import { Erasures } from './erasures.service.js';
import { PersonalDataController } from './personal-data.controller.js';

/** Gives and erases what is stored of a person: the one room that knows every collection. */
@Module({
  imports: [MongooseModule.forFeature([{ name: Erasure.name, schema: ErasureSchema }]), DocumentsModule],
  controllers: [PersonalDataController],
  providers: [Erasures, ErasedFiles],
  exports: [Erasures],
})
export class PersonalDataModule {}
