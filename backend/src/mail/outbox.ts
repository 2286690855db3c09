import { ConflictException, Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type mongoose from 'mongoose';
import { type ClientSession, type Model, Types } from 'mongoose';
import {
  cancellableMailStates,
  isReaddressable,
  type MailKind,
  mailKindNames,
  mailMessages,
  type MailState,
  type MailStatus,
  unsentMailStates,
} from '#domain/mail/mail';
import { isDuplicateKey } from '../platform/database/duplicate-key.js';
import { collectionOf } from '../platform/database/collection-of.js';
import type { Act, Change } from '../platform/changes/change.js';
import { ChangesService } from '../platform/changes/changes.service.js';
import type { MailConfig } from './mail-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { queryTimeoutOptions } from '../platform/database/query-timeout.js';
import { countUpTo } from '../platform/database/count-up-to.js';
import { type NewestQuery, readNewest } from '../platform/database/read-newest.js';
import { readList } from '../platform/database/read-page.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import type { ListQuery } from '../platform/http/list-query.js';
import { SealedSecrets } from '../platform/secrets/sealed-secrets.js';
import { tokenContext, withToken } from './account-links.js';
import { shownMailFields, Mail } from './mail.schema.js';
import type { RenderedMail } from './templates/layout.js';
import type { MailFacts } from './templates/render-mail.js';

type Id = Types.ObjectId;

/** A mail to be stored in the outbox. */
export interface NewMail {
  kind: MailKind;
  /** Names the event; a mail sent by an admin has none and is named by its own id. */
  key?: string;
  to: string;
  /** Its subject matter in a few words, such as a reference, until it is written. */
  about?: string;
  /** Its content where that stands already: of facts alone, or of a mail that is sent again as it was. */
  rendered?: RenderedMail;
  facts?: MailFacts;
  /** The token of an account's link, of which the content has the mark only. */
  token?: string;
  paymentId?: Id;
  customerId?: Id;
  resendOf?: Id;
  /** Delay before the first attempt, in seconds. */
  delaySeconds?: number;
}

/** A mail with its content. */
export type WrittenMail = Mail & RenderedMail;

export const isWritten = (mail: Mail): mail is WrittenMail => mail.text !== undefined;

/** The act of an admin, as the audit trail shows it. */
type Sending = Act & Pick<Change<'mails'>, 'fields'>;

/** Address and subject in lower case, for searches. */
const searchTextOf = (to: string, subject: string): string => `${to}\n${subject}`.toLowerCase();

/** The content of a mail, alone and with the field that it is found by. */
export const renderedOf = ({ subject, text, html }: WrittenMail): RenderedMail => ({ subject, text, html });
const contentOf = (mail: WrittenMail) => ({
  ...renderedOf(mail),
  searchText: searchTextOf(mail.to, mail.subject),
});

/** The fields that a mail has only until it was sent, has failed or was cancelled. */
const final = { dueAt: '', sealedToken: '' } as const;

/** Condition of mails that have failed, and were neither sent again nor dismissed. */
const openFailure = { state: 'failed' as const, dismissed: { $exists: false } };

/** Reads and writes the collection of mails; no other service writes it. */
@Injectable()
export class Outbox {
  readonly isHolding: boolean;

  constructor(
    @InjectModel(Mail.name) private readonly model: Model<Mail>,
    @Inject(CONFIG) private readonly config: MailConfig,
    private readonly changes: ChangesService,
    private readonly unitOfWork: TransactionsService,
    private readonly secrets: SealedSecrets,
  ) {
    this.isHolding = !config.mail.smtp;
  }

  get mails(): mongoose.mongo.Collection<Mail> {
    return collectionOf<Mail>(this.model);
  }

  /** The Message-ID of a mail: in its sender's domain, the same at each attempt. */
  messageIdOf(mailId: Id): string {
    const { from } = this.config.mail;
    const domain = from ? from.address.slice(from.address.lastIndexOf('@') + 1) : 'localhost';
    return `<${mailId.toHexString()}@${domain}>`;
  }

  /** The record of a new mail: queued, or held where no mail server is configured. */
  create(mail: NewMail): Mail {
    const { kind, key, to, about, facts, token, paymentId, customerId, resendOf } = mail;
    const { delaySeconds = 0 } = mail;
    const { rendered = { subject: [mailKindNames[kind], about].filter(Boolean).join(': ') } } = mail;
    const _id = new Types.ObjectId();
    const createdAt = new Date();
    const nextAttemptAt = new Date(createdAt.getTime() + delaySeconds * 1000);
    return {
      _id,
      key: key ?? [kind, paymentId, _id].filter(Boolean).join(':'),
      kind,
      to,
      ...rendered,
      messageId: this.messageIdOf(_id),
      state: this.isHolding ? 'held' : 'queued',
      attempts: 0,
      nextAttemptAt,
      ...(!this.isHolding && { dueAt: nextAttemptAt }),
      ...(paymentId && { paymentId }),
      ...(customerId && { customerId }),
      ...(resendOf && { resendOf }),
      ...(facts && { facts }),
      ...(token && { sealedToken: this.secrets.seal(token, tokenContext(_id)) }),
      searchText: searchTextOf(to, rendered.subject),
      createdAt,
    };
  }

  /** A new mail that is not sent, with the reason. */
  cancelled(mail: Mail, reason: string): Mail {
    const stopped: Mail = { ...mail, state: 'cancelled', smtpResponse: reason };
    delete stopped.dueAt;
    delete stopped.sealedToken;
    return stopped;
  }

  /** Returns a page of the list of mails, without their contents. */
  list(list: ListQuery) {
    return readList(this.model, list, { text: 0, html: 0 });
  }

  /** The newest mails about a payment or to a customer after a place, without their contents. */
  newestOf(
    owner: { customerId: Id } | { paymentId: Id },
    page: Pick<NewestQuery, 'place' | 'limit'>,
  ): Promise<Mail[]> {
    const projection = { ...shownMailFields, text: 0, html: 0 };
    return readNewest(this.mails, { conditions: owner, time: 'createdAt', projection, ...page });
  }

  /** Inserts mails as a part of a transaction, which must not read them; `act` is that of an admin who sends them. */
  async add(mails: Mail[], unit: UnitOfWork, act?: Sending): Promise<void> {
    unit.deferInsert(this.model.collection, mails);
    await this.changes.record(
      'mails',
      mails.map((after) => (act ? { ...act, after } : { after })),
      unit,
    );
  }

  /** Inserts a mail as a part of a transaction, replacing an unsent one of the same event. */
  async replace(earlier: Id | undefined, mail: Mail, unit: UnitOfWork): Promise<void> {
    const { session } = unit;
    if (earlier) await this.mails.deleteOne({ _id: earlier }, { session });
    await this.mails.insertOne(mail, { session });
    await this.changes.record('mails', { after: mail }, unit);
  }

  /** Inserts a mail on its own. Returns false where its event has one already. */
  async addOnce(mail: Mail): Promise<boolean> {
    try {
      await this.unitOfWork.run((unit) => this.add([mail], unit));
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
    return true;
  }

  /** Deletes every mail to or about a customer, as a part of a transaction. */
  async deleteOfCustomer(customerId: Id, { session }: UnitOfWork): Promise<void> {
    await this.mails.deleteMany({ customerId }, { session });
  }

  /** Returns how many mails of a customer a merge moves, up to `limit`. */
  countOf(customerId: Id, only: object, limit: number, { session }: UnitOfWork): Promise<number> {
    return this.mails.countDocuments({ customerId, ...only }, { session, limit });
  }

  /** Moves the mails of a customer that is merged; `only` is a further condition. Returns their ids. */
  async moveAll(from: Id, to: Id, { session }: UnitOfWork, only: object = {}): Promise<Id[]> {
    const conditions = { customerId: from, ...only };
    const found = await this.mails
      .find(conditions, { session, projection: { _id: 1 } })
      .sort({ _id: 1 })
      .toArray();
    await this.mails.updateMany(conditions, { $set: { customerId: to } }, { session });
    return found.map(({ _id }) => _id);
  }

  /** Returns those of some mails that are not written. */
  unwritten(ids: readonly Id[]): Promise<Mail[]> {
    const conditions = { _id: { $in: [...ids] }, text: { $exists: false } };
    return this.mails.find(conditions, queryTimeoutOptions()).sort({ _id: 1 }).toArray();
  }

  find(_id: Id, session?: ClientSession): Promise<Mail | null> {
    return this.mails.findOne({ _id }, { ...(session && { session }) });
  }

  /** Returns the mails of these keys, by key. */
  async ofKeys(keys: readonly string[], unit?: UnitOfWork): Promise<Map<string, Mail>> {
    const options = unit ? { session: unit.session } : queryTimeoutOptions();
    const found = await this.mails.find({ key: { $in: [...keys] } }, options).toArray();
    return new Map(found.map((mail) => [mail.key, mail]));
  }

  /** Returns the mails whose key begins with this, as a part of a transaction. */
  ofEvent(prefix: string, { session }: UnitOfWork): Promise<Mail[]> {
    const conditions = { key: { $gte: prefix, $lt: `${prefix}~` } };
    return this.mails.find(conditions, { session }).sort({ key: 1 }).toArray();
  }

  /** Takes the mail that has been due longest, for `leaseMs`; returns null where none is due. */
  take(leaseMs: number): Promise<Mail | null> {
    const now = Date.now();
    const leaseUntil = new Date(now + leaseMs);
    return this.mails.findOneAndUpdate(
      { dueAt: { $lte: new Date(now) } },
      { $set: { state: 'sending', leaseUntil, dueAt: leaseUntil }, $inc: { attempts: 1 } },
      { sort: { dueAt: 1, _id: 1 }, returnDocument: 'after' },
    );
  }

  /**
   * Ends a lease with the mail's new state. Returns false where the lease had expired and another worker took the mail.
   */
  private async release(
    { _id, leaseUntil }: Mail,
    fields: Partial<Mail>,
    { attempts = 0, session }: { attempts?: number; session?: ClientSession } = {},
  ): Promise<boolean> {
    const { matchedCount } = await this.mails.updateOne(
      { _id, state: 'sending', leaseUntil: leaseUntil! },
      {
        $set: fields,
        $unset: { leaseUntil: '', ...(!fields.dueAt && final) },
        ...(attempts && { $inc: { attempts } }),
      },
      { ...(session && { session }) },
    );
    return matchedCount === 1;
  }

  /**
   * Returns a mail with the token of its link; undefined, with an error in the log, where that was sealed under an
   * unknown key.
   */
  async opened(mail: WrittenMail): Promise<WrittenMail | undefined> {
    if (!mail.sealedToken) return mail;
    const token = await this.secrets.unseal(mail.sealedToken, tokenContext(mail._id));
    return token === undefined ? undefined : { ...mail, ...withToken(mail, token) };
  }

  /** A mail that was sent keeps its content; so does one that has failed, where it was written. */
  markSent(mail: WrittenMail, smtpResponse: string): Promise<boolean> {
    return this.release(mail, { ...contentOf(mail), state: 'sent', sentAt: new Date(), smtpResponse });
  }

  markRetrying(mail: Mail, smtpResponse: string, waitMs: number): Promise<boolean> {
    const nextAttemptAt = new Date(Date.now() + waitMs);
    return this.release(mail, { state: 'retrying', smtpResponse, nextAttemptAt, dueAt: nextAttemptAt });
  }

  markFailed(mail: Mail, smtpResponse: string, session: ClientSession): Promise<boolean> {
    const content = isWritten(mail) && contentOf(mail);
    return this.release(mail, { ...content, state: 'failed', smtpResponse }, { session });
  }

  markCancelled(mail: Mail, reason: string): Promise<boolean> {
    return this.release(mail, { state: 'cancelled', smtpResponse: reason }, { attempts: -1 });
  }

  /** Gives a mail back in its earlier state, to be taken again after a pause in milliseconds. */
  giveBack(mail: Mail, waitMs = 0): Promise<boolean> {
    const dueAt = waitMs ? new Date(Date.now() + waitMs) : mail.nextAttemptAt;
    return this.release(mail, { state: mail.attempts > 1 ? 'retrying' : 'queued', dueAt }, { attempts: -1 });
  }

  /** Returns held mails, longest due first. */
  findHeld(limit: number): Promise<Mail[]> {
    return this.mails.find({ state: 'held' }).sort({ nextAttemptAt: 1, _id: 1 }).limit(limit).toArray();
  }

  /** Moves a held mail to the queue. */
  async releaseHeld({ _id, nextAttemptAt }: Mail): Promise<void> {
    const messageId = this.messageIdOf(_id);
    await this.mails.updateOne(
      { _id, state: 'held' },
      { $set: { state: 'queued', dueAt: nextAttemptAt, messageId } },
    );
  }

  /** Cancels a mail that is not being sent. Returns false where it is in another state. */
  async cancel(_id: Id, smtpResponse: string, { session }: UnitOfWork): Promise<boolean> {
    const { matchedCount } = await this.mails.updateOne(
      { _id, state: { $in: [...cancellableMailStates] } },
      { $set: { state: 'cancelled', smtpResponse }, $unset: final },
      { session },
    );
    return matchedCount === 1;
  }

  /** Cancels a payment's mails of some kinds that no worker and no admin sends, `only` these, and returns how many. */
  async cancelOf(
    paymentId: Id,
    kinds: readonly MailKind[],
    smtpResponse: string,
    session: ClientSession,
    only: object = {},
  ): Promise<number> {
    const { modifiedCount } = await this.mails.updateMany(
      {
        paymentId,
        kind: { $in: [...kinds] },
        state: { $in: [...cancellableMailStates] },
        resendOf: { $exists: false },
        ...only,
      },
      { $set: { state: 'cancelled', smtpResponse }, $unset: final },
      { session },
    );
    return modifiedCount;
  }

  /** Returns the mails about a payment to its payer that wait or are being sent, the oldest first. */
  async unsentToPayer(of: { paymentId: Id } | { customerId: Id }, { session }: UnitOfWork): Promise<Mail[]> {
    const states: MailState[] = [...cancellableMailStates, 'sending'];
    const found = this.mails.find({ ...of, state: { $in: states } }, { session }).sort({ _id: 1 });
    return (await found.toArray()).filter(isReaddressable);
  }

  /** Sends a mail that waits to another address or customer, as a part of a transaction; one that is sent again is written anew. */
  async readdress(
    before: Mail,
    { to, customerId = before.customerId }: Pick<Mail, 'to' | 'customerId'>,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<void> {
    const { _id, state, subject } = before;
    const fields = { to, searchText: searchTextOf(to, subject), ...(customerId && { customerId }) };
    const { matchedCount } = await this.mails.updateOne(
      { _id, state },
      { $set: fields, $unset: { text: '', html: '' } },
      { session: unit.session },
    );
    if (!matchedCount) throw new ConflictException(mailMessages.beingSent);
    const changed = [{ field: 'to', from: before.to, to }];
    const after = { ...before, ...fields };
    await this.changes.record('mails', { before, after, caller, action: 'update', fields: changed }, unit);
  }

  /** Dismisses failed mails that meet the conditions. Returns their number. */
  async dismiss(
    conditions: Partial<Pick<Mail, '_id' | 'paymentId' | 'kind'>>,
    by: string,
    session: ClientSession,
  ): Promise<number> {
    const { modifiedCount } = await this.mails.updateMany(
      { ...conditions, ...openFailure },
      { $set: { dismissed: { at: new Date(), by } }, $inc: { version: 1 } },
      { session },
    );
    return modifiedCount;
  }

  /** Notes that a person sends a mail again, which dismisses one that has failed. */
  async noteResent(_id: Id, by: string, session: ClientSession): Promise<void> {
    if (!(await this.dismiss({ _id }, by, session)))
      await this.mails.updateOne({ _id }, { $inc: { version: 1 } }, { session });
  }

  /** Of the mails that meet the conditions, counts those that are held, mails that wait or are being sent, and failed ones not handled; up to countLimit. */
  async counts(readable: object): Promise<Pick<MailStatus, 'held' | 'queued' | 'failed'>> {
    const count = (conditions: object) => countUpTo(this.mails, { $and: [conditions, readable] });
    const [held, queued, failed] = await Promise.all([
      count({ state: 'held' }),
      count({ state: { $in: [...unsentMailStates] } }),
      count(openFailure),
    ]);
    return { held, queued, failed };
  }
}
