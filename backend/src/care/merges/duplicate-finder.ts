import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Duplicates } from '../../customers/duplicates.service.js';
import { Leader } from '../../platform/database/leader.js';
import { LeaderTimer } from '../../platform/database/leader-timer.js';
import { SharedPayers } from '../../bank/matching/shared-payers.service.js';

/** Pause between two looks, in milliseconds. */
const lookMs = 1000;

/** Looks for duplicates of the customers that were added or changed, a few at a time, which the filter of the list finds. */
@Injectable()
export class DuplicateFinder implements OnModuleDestroy {
  private readonly timer: LeaderTimer;

  constructor(
    private readonly duplicates: Duplicates,
    private readonly payers: SharedPayers,
    leader: Leader,
  ) {
    const logger = new Logger('Duplicates');
    this.timer = new LeaderTimer(
      leader,
      lookMs,
      () => this.look(),
      (error) => logger.warn({ message: 'Duplicates are looked for later', error: error.message }),
    );
  }

  start(): void {
    this.timer.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.timer.stop();
  }

  /** Settles the next customers. While there are more, it rests as long as it has worked. */
  private async look(): Promise<void> {
    const began = performance.now();
    if (!(await this.duplicates.settle((id) => this.payers.of(id)))) return;
    await delay(performance.now() - began);
    this.timer.wake();
  }
}
