import { Readable } from 'node:stream';
import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo, Types } from 'mongoose';
import { messages } from '#domain/platform/messages';
import type { AuditEntry } from '../../audit/audit.schema.js';
import { AuditService } from '../../audit/audit.service.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { zipPieces } from '../../platform/exports/zip.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import type { PaymentConfig } from '../../payments/options/payment-settings.js';
import { entriesOf } from './person/audit-entries.js';
import { holdings } from './person/inventory.js';
import { type KindOfData, personalDataJson, personalDataPage } from './personal-data-page.js';
import { findPerson, type Person } from './person/person.js';
import { readByIds, readIds, slicesOf } from './person/slices.js';

/** Fields that are made of others, for searches and comparisons: nothing more is said by them. */
const derived: ReadonlySet<string> = new Set([
  'terms',
  'searchText',
  'html',
  'facts',
  'mark',
  'nameKey',
  'emailKey',
  'payerNameKey',
  'payerEmailKey',
  'payerKey',
  'senderKey',
  'numberKey',
  'referenceKey',
  'referenceParts',
  'formerReferenceKeys',
  'layout',
  'textHash',
  'textOccurrence',
  'idFingerprint',
  'textFingerprint',
  'keys',
  'claims',
  'candidates',
  'wordsDue',
  'needsLook',
  'isUnmatched',
  'paymentsChangedAt',
  'dueAt',
  'leaseUntil',
  'linkVersion',
  'sealedToken',
]);

const withoutDerived = (record: mongo.Document): mongo.Document =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !derived.has(field)));

/** An entry without the network address of a colleague or a program, which is no data of the person. */
const withoutColleague = (entry: mongo.Document): mongo.Document => {
  const shown = { ...entry };
  if ((entry as AuditEntry).actor?.kind !== 'visitor') delete shown.ip;
  return shown;
};

/** Gathers what is stored about a customer, for who asks to see it. */
@Injectable()
export class PersonalDataFiles {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @Inject(CONFIG) private readonly config: PaymentConfig,
    private readonly audit: AuditService,
  ) {}

  /** Returns a ZIP of data.json and a page to read, made while it is read, and records the call. Throws 404. */
  async make(customerId: Types.ObjectId, caller: Caller): Promise<{ name: string; zip: Readable }> {
    const person = await findPerson(this.connection, [customerId]);
    if (!person) throw new NotFoundException(messages.customerNotFound);
    const id = customerId.toHexString();
    await this.audit.add(caller, 'personal-data', 'customers', id);
    const about = { createdAt: new Date(), customerId: id };
    const company = this.config.paymentOptions.companyName;
    const files = [
      { name: 'data.json', pieces: personalDataJson(about, this.kinds(person)) },
      { name: 'index.html', pieces: personalDataPage(about, company, this.kinds(person)) },
    ];
    const zip = zipPieces(files, this.config.calendar.dayOf(about.createdAt));
    return { name: `personal-data-${id}.zip`, zip: Readable.from(zip, { objectMode: false }) };
  }

  /** The records of a person by kind, read slice by slice. */
  private async *kinds(person: Person): AsyncGenerator<KindOfData> {
    for (const { collection, as, find } of [...holdings, trailHolding]) {
      if (!as) continue;
      const ids = await readIds(this.connection, collection, find(person));
      yield { name: as, count: ids.length, records: this.records(collection, ids) };
    }
  }

  private async *records(collection: string, ids: readonly unknown[]): AsyncGenerator<mongo.Document[]> {
    for (const slice of slicesOf(ids)) {
      const found = await readByIds<mongo.Document>(this.connection, collection, slice);
      yield found
        .map(withoutDerived)
        .map((record) => (collection === 'audit' ? withoutColleague(record) : record));
    }
  }
}

/** The entries of the audit trail about a person, beside the records. */
const trailHolding = { collection: 'audit', as: 'auditEntries', find: entriesOf };
