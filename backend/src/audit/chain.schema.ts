import { Schema } from 'mongoose';

/** Days by which links outlive their entries. */
const extraDays = 2;

/** Blocks and head are read and written with the driver itself (chain.ts): these schemas declare their indexes. */
export const blockModel = 'AuditBlock';
export const expiringBlockSchema = (retentionDays: number) =>
  new Schema({ _id: Number }, { collection: 'auditblocks', versionKey: false }).index(
    { until: 1 },
    { expireAfterSeconds: (retentionDays + extraDays) * 86_400 },
  );

export const headModel = 'AuditHead';
export const HeadSchema = new Schema({ _id: String }, { collection: 'audithead', versionKey: false });
