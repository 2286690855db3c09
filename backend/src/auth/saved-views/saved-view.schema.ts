import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Types } from 'mongoose';
import type { SavedViewInput } from '#domain/auth/views';

export type StoredView = SavedViewInput & { _id: Types.ObjectId };

/** The saved views of a person. Its id is the account's, so that it is one record. */
@Schema({ collection: 'savedviews', versionKey: false })
export class PersonalViews {
  _id!: Types.ObjectId;
  @Prop({ type: [{ type: MongooseSchema.Types.Mixed }], default: [] }) views!: StoredView[];
}

export const PersonalViewsSchema = SchemaFactory.createForClass(PersonalViews);
