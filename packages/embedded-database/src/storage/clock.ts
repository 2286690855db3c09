import { Binary, Long, Timestamp } from 'bson';
import { encode } from '../values/bson.js';

/**
 * The logical time of the last write, which every reply contains: clients send it with their next command, for causal
 * consistency. A single node guarantees that anyway.
 * https://www.mongodb.com/docs/manual/core/read-isolation-consistency-recency/#operation-time
 */
export class LogicalClock {
  private seconds = Math.floor(Date.now() / 1000);
  private count = 1;
  private told: Buffer | undefined;

  /** Advances the time by one write. */
  advance(): void {
    const now = Math.floor(Date.now() / 1000);
    if (now > this.seconds) [this.seconds, this.count] = [now, 1];
    else this.count++;
    this.told = undefined;
  }

  get time(): Timestamp {
    return new Timestamp({ t: this.seconds, i: this.count });
  }

  /** The time fields of a reply, as an encoded document. Without authentication the signature is empty. */
  get fields(): Buffer {
    return (this.told ??= encode({
      operationTime: this.time,
      $clusterTime: {
        clusterTime: this.time,
        signature: { hash: new Binary(Buffer.alloc(20)), keyId: Long.ZERO },
      },
    }));
  }
}
