import { randomUUID } from 'node:crypto';
import { Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Connection, mongo } from 'mongoose';

/** The one document of the collection `leases`: the instance that does the periodic work, and until when. */
interface Lease {
  _id: 'timers';
  owner: string;
  until: Date;
}

export interface LeaseTimes {
  /** Time after its last renewal at which the lease of a killed instance ends, in milliseconds. */
  leaseMs: number;
  /** Interval of renewals, and of looks for a lease that has ended. */
  renewMs: number;
}

const defaultTimes: LeaseTimes = { leaseMs: 10_000, renewMs: 2500 };

/**
 * Decides which of the instances on one database does the periodic work. The database's clock alone ends a lease, so
 * that the clocks of the instances may differ. An instance that hangs may still be at work when the next one leads: the
 * work itself has to bear being done twice.
 */
export class Leader implements OnModuleDestroy {
  private readonly logger = new Logger('Leader');
  private readonly owner = randomUUID();
  /** The end of the own lease by this process's monotonic clock, counted from before it was asked for. */
  private leadsUntil = 0;
  private joined: Promise<void> | undefined;
  private renewing: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    private readonly connection: Connection,
    private readonly times: LeaseTimes = defaultTimes,
  ) {}

  get isLeading(): boolean {
    return performance.now() < this.leadsUntil;
  }

  /** Applies for the lease from now on; returns after the first attempt. */
  join(): Promise<void> {
    return (this.joined ??= this.keep());
  }

  /** Gives the lease up, so that another instance need not wait for its end. */
  async onModuleDestroy(): Promise<void> {
    if (!this.joined) return;
    this.stopping = true;
    clearTimeout(this.timer);
    await this.renewing;
    this.leadsUntil = 0;
    await this.leases.deleteOne({ _id: 'timers', owner: this.owner }).catch(() => undefined);
  }

  private get leases(): mongo.Collection<Lease> {
    return this.connection.collection('leases') as unknown as mongo.Collection<Lease>;
  }

  private async keep(): Promise<void> {
    this.renewing = this.renew().catch((error: unknown) =>
      this.logger.warn({ message: 'The lease cannot be renewed', error: (error as Error).message }),
    );
    await this.renewing;
    if (!this.stopping) this.timer = setTimeout(() => void this.keep(), this.times.renewMs).unref();
  }

  /** Takes the lease where it is free, has ended or is the own one, by one update. */
  private async renew(): Promise<void> {
    const asked = performance.now();
    const { owner } = this;
    const { leaseMs } = this.times;
    const own = { $literal: owner };
    const ended = { $lte: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] };
    const isFree = { $or: [{ $eq: ['$owner', own] }, ended] };
    const lease = await this.leases.findOneAndUpdate(
      { _id: 'timers' },
      [
        {
          $set: {
            owner: { $cond: [isFree, own, '$owner'] },
            until: { $cond: [isFree, { $add: ['$$NOW', { $literal: leaseMs }] }, '$until'] },
          },
        },
      ],
      { upsert: true, returnDocument: 'after', maxTimeMS: leaseMs },
    );
    this.leadsUntil = lease?.owner === owner ? asked + leaseMs : 0;
  }
}
