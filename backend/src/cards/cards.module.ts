import { Module } from '@nestjs/common';
import { withCollections } from '../platform/database/collections.js';
import { BooksModule } from '../ledger/books/books.module.js';
import type { AuditConfig } from '../audit/audit-settings.js';
import { CustomersModule } from '../customers/customers.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { CardArrivals } from './card-arrivals.service.js';
import { CardDecisions } from './card-decisions.service.js';
import {
  CardEventBody,
  CardLink,
  CardLinkSchema,
  expiringBodySchema,
  StoredCardEvent,
  StoredCardEventSchema,
} from './events/card-event.schema.js';
import { CardEventCounter } from './events/card-event-counter.js';
import { CardEventQueries } from './events/card-event-queries.js';
import { CardEventsController } from './card-events.controller.js';
import { CardEventsService } from './card-events.service.js';
import { CardEventStore } from './events/card-event-store.js';
import { CardPayoutReports } from './card-payout-reports.service.js';
import { CardPayoutsController } from './card-payouts.controller.js';
import { PayoutsModule } from '../payouts/payouts.module.js';
import { CardSettlement } from './card-settlement.service.js';
import { DisputeAlerts } from './disputes/dispute-alerts.service.js';
import { CardVisitorsController } from './card-visitors.controller.js';

@Module({
  imports: [
    withCollections(
      [StoredCardEvent, StoredCardEventSchema],
      [CardLink, CardLinkSchema],
      [CardEventBody, ({ auditRetentionDays }: AuditConfig) => expiringBodySchema(auditRetentionDays)],
    ),
    BooksModule,
    CustomersModule,
    PaymentsModule,
    PayoutsModule,
  ],
  controllers: [CardVisitorsController, CardEventsController, CardPayoutsController],
  providers: [
    CardArrivals,
    CardDecisions,
    CardEventCounter,
    CardEventQueries,
    CardEventsService,
    CardEventStore,
    CardPayoutReports,
    CardSettlement,
    DisputeAlerts,
  ],
  exports: [CardEventCounter, CardEventQueries, PayoutsModule],
})
export class CardsModule {}
