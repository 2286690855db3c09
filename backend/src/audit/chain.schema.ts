import { Schema } from 'mongoose';
import { extraLinkDays } from './audit-settings.js';

/** Blocks and head are read and written with the driver itself (chain.ts): these schemas declare their indexes. */
export const blockModel = 'AuditBlock';
export const expiringBlockSchema = (retentionDays: number) =>
  new Schema({ _id: Number }, { collection: 'auditblocks', versionKey: false }).index(
    { until: 1 },
    { expireAfterSeconds: (retentionDays + extraLinkDays) * 86_400 },
  );

export const headModel = 'AuditHead';
export const HeadSchema = new Schema({ _id: String }, { collection: 'audithead', versionKey: false });
