import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** Somebody who signs in. `usernameKey` is the name as it is compared, without case. */
@Schema({ collection: 'users', timestamps: true, versionKey: false })
export class User {
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true })
  username!: string;

  @Prop({ type: String, required: true })
  usernameKey!: string;

  @Prop({ type: String, required: true })
  email!: string;

  @Prop({ type: String, required: true })
  role!: string;

  @Prop({ type: String, required: true })
  passwordHash!: string;

  @Prop({ type: Boolean, default: false })
  disabled!: boolean;

  /** How often somebody signed in. */
  @Prop({ type: Number, default: 0 })
  signIns!: number;

  /** Addresses that this person has signed in from, newest last: a lock on the account leaves them a way in. */
  @Prop({ type: [String], default: [] })
  knownAddresses!: string[];
}

export const UserSchema = SchemaFactory.createForClass(User);
UserSchema.index({ usernameKey: 1 }, { unique: true });
