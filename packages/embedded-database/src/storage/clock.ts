import { Binary, Long, Timestamp } from 'bson';
import { encode } from '../values/bson.js';

/**
 * The logical time of the last write, which every reply tells: a client hands it on to its next command, and so reads
 * what it has seen or written. One node that answers in order holds that anyway.
 * https://www.mongodb.com/docs/manual/core/read-isolation-consistency-recency/#operation-time
 */
export class LogicalClock {
  private seconds = Math.floor(Date.now() / 1000);
  private count = 1;
  private told: Buffer | undefined;

  /** Notes a write. */
  advance(): void {
    const now = Math.floor(Date.now() / 1000);
    if (now > this.seconds) [this.seconds, this.count] = [now, 1];
    else this.count++;
    this.told = undefined;
  }

  get time(): Timestamp {
    return new Timestamp({ t: this.seconds, i: this.count });
  }

  /** The fields of a reply that tell the time, as a document's bytes. Nobody signs the time where nobody signs in. */
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
