import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** The link of an account to set a new password. It outlives its use, as there is one link an hour. */
@Schema({ collection: 'passwordlinks', versionKey: false })
export class PasswordLink {
  /** The account's. */
  @Prop({ type: Types.ObjectId })
  _id!: Types.ObjectId;

  /** None once the link was used, or has ended by a change of the account. */
  @Prop({ type: String })
  tokenHash?: string;

  @Prop({ type: Date })
  createdAt!: Date;
}

export const PasswordLinkSchema = SchemaFactory.createForClass(PasswordLink);
PasswordLinkSchema.index({ tokenHash: 1 });
PasswordLinkSchema.index({ createdAt: 1 }, { expireAfterSeconds: 86_400 });
