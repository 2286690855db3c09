import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** The email address that an account is to have, once the link in a mail to it is used. */
@Schema({ collection: 'emaillinks', versionKey: false })
export class EmailLink {
  /** The account's. */
  @Prop({ type: Types.ObjectId }) _id!: Types.ObjectId;
  @Prop() email!: string;
  @Prop() tokenHash!: string;
  @Prop() expiresAt!: Date;
}

export const EmailLinkSchema = SchemaFactory.createForClass(EmailLink);
EmailLinkSchema.index({ tokenHash: 1 }, { unique: true });
EmailLinkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
