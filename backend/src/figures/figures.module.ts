import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { FigureChange, FigureChangeSchema, FigureSheet, FigureSheetSchema } from './figures.schema.js';
import { FiguresService } from './figures.service.js';

@Global()
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: FigureSheet.name, schema: FigureSheetSchema },
      { name: FigureChange.name, schema: FigureChangeSchema },
    ]),
  ],
  providers: [FiguresService],
  exports: [FiguresService],
})
export class FiguresModule {}
