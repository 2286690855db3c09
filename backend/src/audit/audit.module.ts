import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { AuditController } from './audit.controller.js';
import { AuditEntry, expiringAuditSchema } from './audit.schema.js';
import { AuditService } from './audit.service.js';

@Global()
@Module({
  imports: [
    MongooseModule.forFeatureAsync([
      {
        name: AuditEntry.name,
        inject: [CONFIG],
        useFactory: ({ auditRetentionDays }: Config) => expiringAuditSchema(auditRetentionDays),
      },
    ]),
  ],
  controllers: [AuditController],
  providers: [AuditService],
  exports: [AuditService],
})
export class AuditModule {}
