import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { TermsTexts } from '#domain/payments/terms';

/** The texts of one version of the terms, kept for the payments whose visitors have accepted it. Written by the driver. */
@Schema({ collection: 'termstexts', versionKey: false })
export class StoredTerms implements TermsTexts {
  /** The version. */
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: String })
  en!: string;

  @Prop({ type: String })
  fr?: string;

  /** Time of the first start with it. */
  @Prop({ type: Date })
  since!: Date;
}

export const StoredTermsSchema = SchemaFactory.createForClass(StoredTerms);
