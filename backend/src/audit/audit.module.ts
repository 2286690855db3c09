import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { AuditConfig } from './audit-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { AuditController } from './audit.controller.js';
import { AuditChain } from './audit-chain.service.js';
import { AuditEntry, expiringAuditSchema } from './audit.schema.js';
import { blockModel, expiringBlockSchema, headModel, HeadSchema } from './chain.schema.js';
import { AuditService } from './audit.service.js';

@Global()
@Module({
  imports: [
    MongooseModule.forFeatureAsync([
      {
        name: AuditEntry.name,
        inject: [CONFIG],
        useFactory: ({ auditRetentionDays }: AuditConfig) => expiringAuditSchema(auditRetentionDays),
      },
      {
        name: blockModel,
        inject: [CONFIG],
        useFactory: ({ auditRetentionDays }: AuditConfig) => expiringBlockSchema(auditRetentionDays),
      },
      { name: headModel, useFactory: () => HeadSchema },
    ]),
  ],
  controllers: [AuditController],
  providers: [AuditChain, AuditService],
  exports: [AuditChain, AuditService],
})
export class AuditModule {}
