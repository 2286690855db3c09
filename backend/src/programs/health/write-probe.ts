import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';

/** Time in milliseconds for which a result holds: anyone may ask for it. */
const validMs = 5000;
const probeTimeoutMs = 2000;
/** Size in bytes of what is written: as much as a checkout needs, so that a disk is full for both. */
const probeBytes = 16 * 1024;

/** Tries out whether the database takes writes, which a full disk refuses while reads go on. */
@Injectable()
export class WriteProbe {
  private readonly instance = randomUUID();
  private refusedAt = 0;
  private probedAt = 0;
  private last: Promise<boolean> | undefined;

  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Notes that a request's write was refused: the next one may be smaller and find space. */
  noteRefusal(): void {
    this.refusedAt = Date.now();
  }

  async isWritable(): Promise<boolean> {
    if (Date.now() - this.refusedAt < validMs) return false;
    if (!this.last || Date.now() - this.probedAt > validMs) {
      this.probedAt = Date.now();
      this.last = this.probe();
    }
    return this.last;
  }

  private async probe(): Promise<boolean> {
    const probes = this.connection.collection<{ _id: string; at: Date; filling: Buffer }>('healthprobes');
    try {
      await probes.updateOne(
        { _id: this.instance },
        { $set: { at: new Date(), filling: Buffer.alloc(probeBytes) } },
        { upsert: true, maxTimeMS: probeTimeoutMs },
      );
      await probes.deleteOne({ _id: this.instance }, { maxTimeMS: probeTimeoutMs });
      return true;
    } catch {
      // Any reason: the database is asked separately whether it answers.
      return false;
    }
  }
}
