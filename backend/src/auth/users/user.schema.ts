import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** An account of the back-office. `usernameKey` is the normalised name, without case. */
@Schema({ collection: 'users', timestamps: true, versionKey: false })
export class User {
  _id!: Types.ObjectId;
  @Prop({ required: true }) username!: string;
  @Prop({ required: true }) usernameKey!: string;
  @Prop({ required: true }) email!: string;
  /** The address without case. Data of earlier versions may have a second account of one address, which lacks it. */
  @Prop() emailKey?: string;
  @Prop({ required: true }) role!: string;
  @Prop({ required: true }) passwordHash!: string;
  @Prop({ default: false }) disabled!: boolean;
  createdAt!: Date;
  @Prop() lastSignInAt?: Date;
  @Prop({ default: 0 }) signIns!: number;
  /** Addresses that this person has signed in from, newest last: these can sign in while the account is locked. */
  @Prop({ type: [String], default: [] }) knownAddresses!: string[];
  /** Counts the transactions that took away an admin while this one was active: see UsersService.holdAdmins. */
  @Prop() holds?: number;
}

declare module '../../platform/changes/change.js' {
  interface ChangedRecords {
    accounts: User;
  }
}

export const UserSchema = SchemaFactory.createForClass(User);
UserSchema.index({ usernameKey: 1 }, { unique: true });
UserSchema.index({ emailKey: 1 }, { unique: true, sparse: true });
