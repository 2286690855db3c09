import type { INestApplicationContext } from '@nestjs/common';
import { AuditChain } from '../audit/audit-chain.service.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { DocumentIssuer } from '../documents/document-issuer.service.js';
import { DocumentStore } from '../documents/document-store.service.js';
import { TimeZoneWarning } from './health/time-zone-warning.js';
import { MailWorker } from '../mail/mail-worker.js';
import { MergeFollower } from '../care/merges/merge-follower.js';
import { DuplicateFinder } from '../care/merges/duplicate-finder.js';
import { MetricsService } from './metrics/metrics.service.js';
import { PaymentTerms } from '../payments/payment-terms.js';
import { TermsTextsService } from '../payments/terms/terms-texts.service.js';
import { Eraser } from '../care/personal-data/eraser.service.js';
import { DisputeAlerts } from '../cards/disputes/dispute-alerts.service.js';
import { TermEnds } from '../care/personal-data/term-ends.service.js';
import { ReminderScheduler } from '../notifications/reminder-scheduler.js';
import { MatchingService } from '../bank/matching/matching.service.js';
import { StatsService } from '../ledger/stats/stats.service.js';

/**
 * Brings the database to this version, then starts what a server does by itself. No module starts anything: a program
 * that only takes its services from the modules takes no lease, sends no mail, and links nothing.
 */
export async function startWork(app: INestApplicationContext): Promise<void> {
  await app.get(DatabaseModule).prepare();
  await app.get(DocumentStore).start();
  await app.get(TermsTextsService).start();
  await app.get(StatsService).prepare();
  await app.get(AuditChain).start();
  // Before anything is answered or mailed: a restored backup may hold what was erased.
  await app.get(Eraser).start();
  app.get(MailWorker).start();
  await app.get(MatchingService).start();
  app.get(DocumentIssuer).start();
  app.get(ReminderScheduler).start();
  app.get(DisputeAlerts).start();
  app.get(TermEnds).start();
  app.get(DuplicateFinder).start();
  app.get(MergeFollower).start();
  app.get(PaymentTerms).start();
  await app.get(MetricsService).start();
  app.get(TimeZoneWarning).log();
}
