import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { SignInWay } from '#domain/auth/second-factor';

/** Days for which a device counts as known, and sign-ins are kept. */
const knownDays = 90;

/** A sign-in of an account: its last ones are listed, and devices that none of them came from are told. */
@Schema({ collection: 'signins', versionKey: false })
export class StoredSignIn {
  _id!: Types.ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: Types.ObjectId;
  @Prop() at!: Date;
  /** Browser and system by name. */
  @Prop() device!: string;
  /** The id of the device's token. */
  @Prop() deviceId!: string;
  @Prop() address!: string;
  @Prop({ type: String }) how!: SignInWay;
}

export const SignInSchema = SchemaFactory.createForClass(StoredSignIn);
SignInSchema.index({ userId: 1, at: -1 });
SignInSchema.index({ at: 1 }, { expireAfterSeconds: knownDays * 24 * 3600 });

/** The time before which a device's sign-in does not make it known any more. */
export const knownSince = (): Date => new Date(Date.now() - knownDays * 24 * 3_600_000);
