import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** One login and the refresh tokens that descend from it. Only hashes of tokens are kept. */
@Schema({ collection: 'sessions', timestamps: true, versionKey: false })
export class Session {
  _id!: Types.ObjectId;
  @Prop({ type: Types.ObjectId, required: true }) userId!: Types.ObjectId;
  /** Public half of every refresh token of this login: it identifies the session but proves nothing. */
  @Prop({ required: true }) family!: string;
  /** Hashes of the currently valid tokens: one, or one for each tab that refreshed at the same time. */
  @Prop({ type: [String], required: true }) current!: string[];
  /** Hashes of the tokens that the last rotation replaced, valid for a short grace period. */
  @Prop({ type: [String], default: [] }) previous!: string[];
  @Prop({ required: true }) rotatedAt!: Date;
  /** Time of the last proof of the owner: the sign-in, or a password or second factor since. Earlier versions stored none. */
  @Prop() authenticatedAt?: Date;
  @Prop({ required: true }) expiresAt!: Date;
  /** Device and address of the last use: browser and system by name. Earlier versions stored none. */
  @Prop() device?: string;
  @Prop() address?: string;
  createdAt!: Date;
}

export const SessionSchema = SchemaFactory.createForClass(Session);
SessionSchema.index({ family: 1 }, { unique: true });
SessionSchema.index({ userId: 1 });
SessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
