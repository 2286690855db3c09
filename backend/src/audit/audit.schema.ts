import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { Actor, AuditAction, AuditResource } from '#domain/audit/audit';
import type { FieldChange } from '../platform/changes/change.js';

/** An audit entry: actor, action, record, time and network address. Entries are only ever added: an erasure replaces words in them. */
@Schema({ collection: 'audit', versionKey: false })
export class AuditEntry {
  _id!: Types.ObjectId;
  @Prop() at!: Date;
  @Prop() by!: string;
  /** Missing in entries of earlier versions. */
  @Prop({ type: MongooseSchema.Types.Mixed }) actor?: Actor;
  @Prop({ type: String }) action!: AuditAction;
  @Prop({ type: String }) resource!: AuditResource;
  @Prop() resourceId?: string;
  @Prop() ip!: string;
  @Prop() requestId!: string;
  @Prop({ type: [{ type: MongooseSchema.Types.Mixed }], default: undefined }) changes?: FieldChange[];
  /** Under the chain's key: see chain.ts. */
  @Prop({ select: false }) mark?: string;
}

export const AuditEntrySchema = SchemaFactory.createForClass(AuditEntry);
AuditEntrySchema.index({ resource: 1, resourceId: 1, at: -1, _id: -1 });
AuditEntrySchema.index({ by: 1, at: -1, _id: -1 });
AuditEntrySchema.index({ action: 1, at: -1, _id: -1 });
AuditEntrySchema.index({ at: -1, _id: -1 });

/** Returns the schema whose TTL index deletes entries after the retention period. */
export const expiringAuditSchema = (retentionDays: number) =>
  AuditEntrySchema.clone().index({ at: 1 }, { expireAfterSeconds: retentionDays * 24 * 3600 });
