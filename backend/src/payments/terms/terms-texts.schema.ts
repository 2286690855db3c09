import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** The texts of one version of the terms, kept for the payments whose visitors have accepted it. Written by the driver, with TermsTexts. */
@Schema({ collection: 'termstexts', versionKey: false })
export class StoredTerms {
  /** The version. */
  @Prop() _id!: string;
  /** Time of the first start with it. */
  @Prop() since!: Date;
}

export const StoredTermsSchema = SchemaFactory.createForClass(StoredTerms);
