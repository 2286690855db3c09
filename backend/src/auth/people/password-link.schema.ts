import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';

/** A link that was mailed. */
export interface SentLink {
  /** None once the link was used, or has ended by a change of the account. */
  tokenHash?: string;
  createdAt: Date;
}

/** The links of an account to set a new password. They outlive their use, as there are few an hour. */
@Schema({ collection: 'passwordlinks', versionKey: false })
export class PasswordLink {
  /** The account's. */
  @Prop({ type: Types.ObjectId }) _id!: Types.ObjectId;
  @Prop({ type: [MongooseSchema.Types.Mixed], default: undefined }) links?: SentLink[];
  /** That of the one link that an earlier version has stored. */
  @Prop() tokenHash?: string;
  /** Time of the last link. */
  @Prop() createdAt!: Date;
}

export const PasswordLinkSchema = SchemaFactory.createForClass(PasswordLink);
PasswordLinkSchema.index({ tokenHash: 1 });
PasswordLinkSchema.index({ 'links.tokenHash': 1 });
PasswordLinkSchema.index({ createdAt: 1 }, { expireAfterSeconds: 86_400 });
