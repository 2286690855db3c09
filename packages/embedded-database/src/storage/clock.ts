import { Binary, Long, Timestamp } from 'bson';
import { encode } from '../values/bson.js';

/** Replaced in the encoded fields by the time, as encoding them after each write took 3 % of an insert. */
const placeholder = new Timestamp({ t: 0x01020304, i: 0x05060708 });
const template = encode({
  operationTime: placeholder,
  $clusterTime: {
    clusterTime: placeholder,
    signature: { hash: new Binary(Buffer.alloc(20)), keyId: Long.ZERO },
  },
});
const placeholderBytes = encode({ '': placeholder }).subarray(6, 14);
const timesAt = [template.indexOf(placeholderBytes), template.lastIndexOf(placeholderBytes)];

/**
 * The logical time of the last write, which every reply contains: clients send it with their next command, for causal
 * consistency. A single node guarantees that anyway.
 * https://www.mongodb.com/docs/manual/core/read-isolation-consistency-recency/#operation-time
 */
export class LogicalClock {
  private seconds = Math.floor(Date.now() / 1000);
  private count = 1;
  private isTold = false;
  private readonly told = Buffer.from(template);

  /** Advances the time by one write. */
  advance(): void {
    const now = Math.floor(Date.now() / 1000);
    if (now > this.seconds) [this.seconds, this.count] = [now, 1];
    else this.count++;
    this.isTold = false;
  }

  /**
   * The time fields of a reply, as an encoded document, which is valid until the time advances. Without authentication
   * the signature is empty.
   */
  get fields(): Buffer {
    if (!this.isTold) {
      for (const at of timesAt) {
        this.told.writeUInt32LE(this.count, at);
        this.told.writeUInt32LE(this.seconds, at + 4);
      }
      this.isTold = true;
    }
    return this.told;
  }
}
