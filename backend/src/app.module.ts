import { type DynamicModule, Module } from '@nestjs/common';
import { ActivityModule } from './activity/activity.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ServerKeyModule } from './secrets/server-key.module.js';
import { CommentsModule } from './comments/comments.module.js';
import { ChangesModule } from './changes/changes.module.js';
import { CardsModule } from './cards/cards.module.js';
import { CheckoutModule } from './checkout/checkout.module.js';
import type { Config } from './settings.js';
import { ConfigModule } from './config/config.module.js';
import { CustomersModule } from './customers/customers.module.js';
import { DatabaseModule } from './database/database.module.js';
import { StatsModule } from './stats/stats.module.js';
import { DisputesModule } from './disputes/disputes.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { HealthModule } from './health/health.module.js';
import { MailModule } from './mail/mail.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { MergesModule } from './merges/merges.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { PeopleModule } from './people/people.module.js';
import { PersonalDataModule } from './personal-data/personal-data.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { ReconciliationModule } from './reconciliation/reconciliation.module.js';
import { SavedViewsModule } from './saved-views/saved-views.module.js';
import { SearchModule } from './search/search.module.js';
import { SubmissionsModule } from './submissions/submissions.module.js';
import { ReportsModule } from './reports/reports.module.js';

@Module({})
export class AppModule {
  /** The whole server, on the database at `uri`. */
  static register(config: Config, uri: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.register(config),
        DatabaseModule.register(uri),
        ServerKeyModule.register(),
        ChangesModule,
        StatsModule,
        AuditModule,
        RateLimitModule,
        SubmissionsModule,
        MailModule,
        AuthModule,
        SavedViewsModule,
        PeopleModule,
        CustomersModule,
        // Registered before PaymentsModule: otherwise POST payments/checkout would match as a payment's id.
        CheckoutModule,
        PaymentsModule,
        CommentsModule,
        DocumentsModule,
        CardsModule,
        DisputesModule,
        ReconciliationModule,
        OrdersModule,
        NotificationsModule,
        MergesModule,
        ActivityModule,
        ReportsModule,
        SearchModule,
        PersonalDataModule,
        HealthModule,
        MetricsModule,
      ],
    };
  }
}
