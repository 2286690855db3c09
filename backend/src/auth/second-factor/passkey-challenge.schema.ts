import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A challenge that a passkey is to sign, once. Its id is the challenge's hash. */
@Schema({ collection: 'passkeychallenges', versionKey: false })
export class PasskeyChallenge {
  @Prop() _id!: string;
  /** The only use that it serves. */
  @Prop({ required: true }) purpose!: string;
  @Prop({ required: true }) expiresAt!: Date;
}

export const PasskeyChallengeSchema = SchemaFactory.createForClass(PasskeyChallenge);
PasskeyChallengeSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
