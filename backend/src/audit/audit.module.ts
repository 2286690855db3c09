import { Global, Module } from '@nestjs/common';
import type { AuditConfig } from './audit-settings.js';
import { withCollections } from '../platform/database/collections.js';
import { AuditController } from './audit.controller.js';
import { AuditChain } from './audit-chain.service.js';
import { AuditEntry, expiringAuditSchema } from './audit.schema.js';
import { blockModel, expiringBlockSchema, headModel, HeadSchema } from './chain.schema.js';
import { AuditService } from './audit.service.js';

@Global()
@Module({
  imports: [
    withCollections(
      [AuditEntry, ({ auditRetentionDays }: AuditConfig) => expiringAuditSchema(auditRetentionDays)],
      [
        { name: blockModel },
        ({ auditRetentionDays }: AuditConfig) => expiringBlockSchema(auditRetentionDays),
      ],
      [{ name: headModel }, HeadSchema],
    ),
  ],
  controllers: [AuditController],
  providers: [AuditChain, AuditService],
  exports: [AuditChain, AuditService],
})
export class AuditModule {}
