import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A passkey of an account: its public key signs in, alone or as the second step. */
@Schema({ collection: 'passkeys', versionKey: false })
export class StoredPasskey {
  _id!: Types.ObjectId;
  @Prop({ type: Types.ObjectId, required: true }) userId!: Types.ObjectId;
  /** The authenticator's id of the key, in base64url. */
  @Prop({ required: true }) credentialId!: string;
  /** The public key (COSE), in base64url. */
  @Prop({ required: true }) publicKey!: string;
  /** The number of signatures, or always 0 where the authenticator does not count. */
  @Prop({ required: true }) counter!: number;
  @Prop({ type: [String], required: true }) transports!: string[];
  @Prop({ required: true }) name!: string;
  @Prop({ required: true }) createdAt!: Date;
  @Prop() lastUsedAt?: Date;
}

export const PasskeySchema = SchemaFactory.createForClass(StoredPasskey);
PasskeySchema.index({ credentialId: 1 }, { unique: true });
PasskeySchema.index({ userId: 1 });
