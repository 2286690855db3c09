import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import JSZip from 'jszip';
import type { Connection, mongo, Types } from 'mongoose';
import { messages } from '#domain/platform/messages';
import type { AuditEntry } from '../../audit/audit.schema.js';
import { AuditService } from '../../audit/audit.service.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import type { PaymentConfig } from '../../payments/payment-settings.js';
import { entriesOf } from './audit-entries.js';
import { holdings } from './inventory.js';
import { type PersonalData, personalDataPage } from './personal-data-page.js';
import { findPerson, type Person } from './person.js';

/** Fields that are made of others, for searches and comparisons: nothing more is said by them. */
const derived: ReadonlySet<string> = new Set([
  ...['terms', 'searchText', 'html', 'facts', 'mark', 'nameKey', 'emailKey', 'payerNameKey', 'payerEmailKey'],
  ...[
    'payerKey',
    'senderKey',
    'numberKey',
    'referenceKey',
    'referenceParts',
    'formerReferenceKeys',
    'layout',
  ],
  ...['textHash', 'textOccurrence', 'idFingerprint', 'textFingerprint', 'keys', 'claims', 'candidates'],
  ...['needsLook', 'isUnmatched', 'paymentsChangedAt', 'dueAt', 'leaseUntil', 'linkVersion', 'sealedToken'],
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

  /** Returns a ZIP of data.json and a page to read, and records that it was made. Throws 404. */
  async make(customerId: Types.ObjectId, caller: Caller): Promise<{ name: string; zip: Buffer }> {
    const person = await findPerson(this.connection, [customerId]);
    if (!person?.customers.length) throw new NotFoundException(messages.customerNotFound);
    const data = await this.gather(person, customerId);
    const zip = new JSZip();
    zip.file('data.json', JSON.stringify(data, undefined, 2));
    zip.file('index.html', personalDataPage(data, this.config.paymentOptions.companyName));
    const file = await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
    await this.audit.add(caller, 'personal-data', 'customers', customerId.toHexString());
    return { name: `personal-data-${customerId.toHexString()}.zip`, zip: file };
  }

  private async gather(person: Person, customerId: Types.ObjectId): Promise<PersonalData> {
    const data: PersonalData = { createdAt: new Date(), customerId: customerId.toHexString() };
    const read = async (collection: string, filter: object) =>
      (await this.connection.collection(collection).find(filter).sort({ _id: 1 }).toArray()).map(
        withoutDerived,
      );
    for (const { collection, as, find } of holdings) if (as) data[as] = await read(collection, find(person));
    data.auditEntries = (await read('audit', entriesOf(person))).map(withoutColleague);
    return data;
  }
}
