import { type DynamicModule, Module } from '@nestjs/common';
import { ActivityModule } from '../care/activity/activity.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { type KeysOf, ServerKeyModule } from '../platform/secrets/server-key.module.js';
import { CommentsModule } from '../care/comments/comments.module.js';
import { ChangesModule } from '../platform/changes/changes.module.js';
import { CardsModule } from '../cards/cards.module.js';
import { CheckoutModule } from '../visitor/checkout/checkout.module.js';
import type { Config } from './settings.js';
import { ConfigModule } from '../platform/config/config.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { StatsModule } from '../ledger/stats/stats.module.js';
import { DisputesModule } from '../cards/disputes/disputes.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { HealthModule } from './health/health.module.js';
import { MailModule } from '../mail/mail.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { OrdersModule } from '../visitor/orders/orders.module.js';
import { MergesModule } from '../care/merges/merges.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { RateLimitModule } from '../platform/rate-limit/rate-limit.module.js';
import { PeopleModule } from '../auth/people/people.module.js';
import { PersonalDataModule } from '../care/personal-data/personal-data.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ReconciliationModule } from '../bank/reconciliation.module.js';
import { SavedViewsModule } from '../auth/saved-views/saved-views.module.js';
import { SearchModule } from '../office/search/search.module.js';
import { SubmissionsModule } from '../platform/submissions/submissions.module.js';
import { JournalModule } from '../office/journal/journal.module.js';
import { ReportsModule } from '../office/reports/reports.module.js';

@Module({})
export class AppModule {
  /** The whole server, on the database at `uri`, which it finds its keys in unless they are given. */
  static register(config: Config, uri: string, keysOf?: KeysOf): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.register(config),
        DatabaseModule.register(uri),
        ServerKeyModule.register(keysOf),
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
        JournalModule,
        SearchModule,
        PersonalDataModule,
        HealthModule,
        MetricsModule,
      ],
    };
  }
}
