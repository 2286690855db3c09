import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Duplicates } from '../../customers/duplicates.service.js';
import { Leader } from '../../platform/database/leader.js';
import { LeaderWork } from '../../platform/database/leader-timer.js';
import { SharedPayers } from '../../bank/matching/shared-payers.service.js';

/** Pause between two looks, in milliseconds. */
const lookMs = 1000;

/** Looks for duplicates of the customers that were added or changed, a few at a time, which the filter of the list finds. */
@Injectable()
export class DuplicateFinder extends LeaderWork {
  constructor(
    private readonly duplicates: Duplicates,
    private readonly payers: SharedPayers,
    leader: Leader,
  ) {
    super(leader, 'Duplicates', lookMs, 'Duplicates are looked for later');
  }

  /** Settles the next customers. While there are more, it rests as long as it has worked. */
  protected async work(): Promise<void> {
    const began = performance.now();
    if (!(await this.duplicates.settle((id) => this.payers.of(id)))) return;
    await delay(performance.now() - began);
    void this.wake();
  }
}
