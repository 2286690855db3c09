import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { Role } from '#domain/platform/roles';

/** An invitation that was neither accepted nor withdrawn. An ended one can be sent again. */
@Schema({ collection: 'invitations', versionKey: false })
export class InvitationRecord {
  _id!: Types.ObjectId;
  @Prop() email!: string;
  @Prop() emailKey!: string;
  @Prop({ type: String }) role!: Role;
  @Prop() invitedBy!: string;
  @Prop() tokenHash!: string;
  /** The mail that carries the link. */
  @Prop({ type: Types.ObjectId }) mailId!: Types.ObjectId;
  @Prop() createdAt!: Date;
  @Prop() expiresAt!: Date;
}

declare module '../../platform/changes/change.js' {
  interface ChangedRecords {
    invitations: InvitationRecord;
  }
}

/** Days for which an invitation that has ended can be sent again. */
const keptDays = 30;

export const InvitationSchema = SchemaFactory.createForClass(InvitationRecord);
InvitationSchema.index({ emailKey: 1 }, { unique: true });
InvitationSchema.index({ tokenHash: 1 }, { unique: true });
InvitationSchema.index({ createdAt: -1, _id: -1 });
InvitationSchema.index({ expiresAt: 1 }, { expireAfterSeconds: keptDays * 86_400 });
