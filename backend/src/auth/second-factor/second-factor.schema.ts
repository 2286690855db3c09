import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { StoredRecoveryCodes } from './recovery-codes.js';

/** The second factor of an account, whose id it has; its passkeys are records of their own. */
@Schema({ collection: 'secondfactors', versionKey: false })
export class SecondFactor {
  @Prop({ type: Types.ObjectId }) _id!: Types.ObjectId;
  /** The authenticator app: its encrypted secret, and the last time step whose code was used. */
  @Prop({ type: MongooseSchema.Types.Mixed }) totp?: { secret: string; lastStep: number; since: Date };
  /** A secret that is shown and not yet confirmed, encrypted. */
  @Prop({ type: MongooseSchema.Types.Mixed }) offer?: { secret: string; expiresAt: Date };
  /** Codes from unknown devices since the last sign-in, right ones not counted. */
  @Prop() wrongCodes?: number;
  @Prop({ type: MongooseSchema.Types.Mixed }) recovery?: StoredRecoveryCodes;
}

export const SecondFactorSchema = SchemaFactory.createForClass(SecondFactor);
