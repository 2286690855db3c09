import { ConflictException, Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { CurrentUser } from '#domain/auth/auth';
import type { Health } from '#domain/platform/health';
import type { Pagination } from '#domain/platform/lists';
import { mailMessages, type MailStatus } from '#domain/mail/mail';
import { ChangesService } from '../platform/changes/changes.service.js';
import type { BusinessConfig } from '../platform/config/business-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { parseListQuery } from '../platform/http/list-query.js';
import { MergedCustomers } from '../platform/http/merged-customers.js';
import { readableBy } from './mail-access.js';
import { mailListSpec } from './mail-list.js';
import { MailReader } from './mail-reader.js';
import { MailWorker } from './mail-worker.js';
import { shownMail } from './mail.schema.js';
import { Outbox, type WrittenMail } from './outbox.js';

type Id = Types.ObjectId;

/** Lists the mails of the outbox, and applies an admin's actions to them. */
@Injectable()
export class MailService {
  constructor(
    @Inject(CONFIG) private readonly config: BusinessConfig,
    private readonly merges: MergedCustomers,
    private readonly outbox: Outbox,
    private readonly reader: MailReader,
    private readonly worker: MailWorker,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
  ) {}

  /** Cancels a mail that was not sent yet. Throws 404, or 409 where it is being sent, was sent, or has failed. */
  async cancel(id: Id, caller: Caller): Promise<WrittenMail> {
    await this.unitOfWork.run(async (unit) => {
      const mail = await this.outbox.find(id, unit.session);
      if (!mail) throw new NotFoundException(mailMessages.notFound);
      const isCancelled = await this.outbox.cancel(id, `Cancelled by ${caller.by}`, unit);
      if (!isCancelled) throw new ConflictException(mailMessages.notCancellable);
      const fields = [{ field: 'state', from: mail.state, to: 'cancelled' }];
      await this.changes.record('mails', { id, caller, action: 'cancel', fields }, unit);
    });
    return this.get(id);
  }

  /** Removes a failed mail from the count of failures. Throws 404, or 409 where it has not failed. */
  async dismiss(id: Id, caller: Caller): Promise<WrittenMail> {
    await this.unitOfWork.run(async (unit) => {
      const mail = await this.outbox.find(id, unit.session);
      if (!mail) throw new NotFoundException(mailMessages.notFound);
      if (mail.state !== 'failed') throw new ConflictException(mailMessages.notDismissable);
      if (!(await this.outbox.dismiss({ _id: id }, caller.by, unit.session))) return;
      await this.changes.record('mails', { id, caller, action: 'dismiss' }, unit);
    });
    return this.get(id);
  }

  /** Lists the mails that a person may read. */
  async list(
    query: Record<string, unknown>,
    user: CurrentUser,
  ): Promise<{ mails: unknown[]; pagination: Pagination }> {
    const list = parseListQuery(query, mailListSpec, this.config.calendar);
    const conditions = { $and: [await this.merges.follow(list.conditions), readableBy(user)] };
    const { found, pagination } = await this.outbox.list({ ...list, conditions });
    return { mails: await this.reader.withSubjects(found), pagination };
  }

  /** Returns a mail with its text and html. Throws 404 "Mail not found". */
  async get(id: Id): Promise<WrittenMail> {
    const mail = await this.outbox.find(id);
    if (!mail) throw new NotFoundException(mailMessages.notFound);
    return shownMail(await this.reader.written(mail));
  }

  /** The state of the mail server, as far as this instance knows. */
  get health(): Health['mail'] {
    if (this.outbox.isHolding) return 'off';
    return this.worker.stopped === undefined ? 'ok' : 'stopped';
  }

  /** The state of the queue, and the counts of the mails that a person may read. */
  async status(user: CurrentUser): Promise<MailStatus> {
    const { stopped } = this.worker;
    return {
      configured: !this.outbox.isHolding,
      ...(stopped !== undefined && { stopped }),
      ...(await this.outbox.counts(readableBy(user))),
    };
  }
}
