import { Logger } from '@nestjs/common';
import type { FieldChange } from '../platform/changes/change.js';
import type { Caller } from '../platform/http/caller.decorator.js';

/** The refused calls of an account since its last entry. */
interface Refusals {
  caller: Caller;
  /** The number of refusals of each call, by "METHOD /path". */
  calls: Map<string, number>;
  timer: NodeJS.Timeout;
}

/** Writes the entry about refused calls of an account. */
type Write = (accountId: string, caller: Caller, changes: FieldChange[]) => Promise<void>;

/** Largest number of calls that an entry names. */
const maximumNamed = 10;

/**
 * Counts the refused calls of each account: the first is written at once, and all others of the time that follows are
 * one entry at its end, as a client that asks again and again would fill the trail.
 */
export class RefusedCalls {
  private readonly logger = new Logger('Audit');
  private readonly byAccount = new Map<string, Refusals>();
  /** Time between two entries of an account, in milliseconds. */
  pauseMs = 60_000;

  constructor(private readonly write: Write) {}

  async note(accountId: string, caller: Caller, call: string): Promise<void> {
    const counted = this.byAccount.get(accountId);
    if (counted) {
      counted.caller = caller;
      counted.calls.set(call, (counted.calls.get(call) ?? 0) + 1);
      return;
    }
    this.countAnew(accountId, caller);
    await this.write(accountId, caller, [{ field: 'call', from: null, to: call }]);
  }

  /** Writes what is counted, before the program ends. */
  async flush(): Promise<void> {
    await Promise.all([...this.byAccount.keys()].map((accountId) => this.end(accountId)));
  }

  private countAnew(accountId: string, caller: Caller): void {
    const timer = setTimeout(() => {
      const hasMore = !!this.byAccount.get(accountId)?.calls.size;
      this.end(accountId).catch((error: unknown) => {
        this.logger.error({ message: 'Refused calls were not recorded', error: (error as Error).message });
      });
      // Its next entry, too, is written after the pause.
      if (hasMore) this.countAnew(accountId, caller);
    }, this.pauseMs).unref();
    this.byAccount.set(accountId, { caller, calls: new Map(), timer });
  }

  private async end(accountId: string): Promise<void> {
    const counted = this.byAccount.get(accountId);
    if (!counted) return;
    clearTimeout(counted.timer);
    this.byAccount.delete(accountId);
    const { calls, caller } = counted;
    if (!calls.size) return;
    const names = [...calls.keys()];
    const named = names.slice(0, maximumNamed).join(', ');
    const more = names.length > maximumNamed ? ` and ${names.length - maximumNamed} others` : '';
    const total = [...calls.values()].reduce((sum, count) => sum + count, 0);
    await this.write(accountId, caller, [
      { field: 'call', from: null, to: named + more },
      { field: 'times', from: null, to: total },
    ]);
  }
}
