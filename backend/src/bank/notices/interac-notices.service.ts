import {
  BadRequestException,
  ConflictException,
  HttpException,
  Injectable,
  NotFoundException,
} from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { formatNamedMoney, toAmount } from '#domain/platform/money';
import { payerNameKey } from '#domain/customers/person-fields';
import type { InteracNoticeInput } from '#domain/bank/notices';
import { reconciliationMessages } from '#domain/bank/reconciliation';
import { isDuplicateKey } from '../../platform/database/duplicate-key.js';
import { ChangesService } from '../../platform/changes/changes.service.js';
import { fieldChanges } from '../../platform/changes/field-changes.js';
import { readList } from '../../platform/database/read-page.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { EditConflictException } from '../../platform/http/errors/edit-conflict.exception.js';
import { indexesOf, type ListSpec, parseListQuery, textFilter } from '../../platform/http/list-query.js';
import { textKey } from '../matching/normalize.js';
import { InteracNotice, InteracNoticeSchema } from './interac-notice.schema.js';
import { type NoticeRefusal, type ParsedNotice, parseNotice } from './interac-notice.js';
import { readMail } from './read-mail.js';

type Id = Types.ObjectId;

const refusals: Record<NoticeRefusal, string> = {
  unreadable: reconciliationMessages.noticeUnreadable,
  noMoney: reconciliationMessages.noticeNoMoney,
  noNumber: reconciliationMessages.noticeNoNumber,
  several: reconciliationMessages.noticeSeveral,
};

/** The first bytes of Outlook's own files, which are compound files (MS-CFB 2.2). */
const outlookFile = Buffer.from('D0CF11E0A1B11AE1', 'hex');

/** Filters and sort fields of the list of notices. */
export const noticeListSpec: ListSpec = {
  filters: { search: textFilter('referenceNumber', 'sender', 'message') },
  sorts: { createdAt: 'createdAt' },
  indexes: indexesOf(InteracNoticeSchema),
};

/** The fields that a notification is read into. */
const readFields = ({ referenceNumber, cents, sender, message }: ParsedNotice) => ({
  referenceNumber,
  amount: toAmount(cents),
  currency: 'CAD' as const,
  sender,
  message,
});

/** Refusals that count more than what another part of the mail tells; the others are of parts that tell less. */
const decidingRefusals: readonly NoticeRefusal[] = ['noMoney', 'several'];

const filledFields = ({ sender, message }: ParsedNotice): number => [sender, message].filter(Boolean).length;

/** Returns what a mail tells in all its parts, of which one may be a stub: the reading that has most. */
function bestReading(readings: readonly (ParsedNotice | NoticeRefusal)[]): ParsedNotice | NoticeRefusal {
  const refusal = decidingRefusals.find((one) => readings.includes(one));
  if (refusal) return refusal;
  const notices = readings.filter((one) => typeof one !== 'string');
  const [best] = notices.toSorted((one, other) => filledFields(other) - filledFields(one));
  if (!best) return readings.includes('noNumber') ? 'noNumber' : 'unreadable';
  const isSame = ({ referenceNumber, cents }: ParsedNotice) =>
    textKey(referenceNumber) === textKey(best.referenceNumber) && cents === best.cents;
  return notices.every(isSame) ? best : 'several';
}

/** Reads and writes Interac notices; no other service writes them. */
@Injectable()
export class InteracNoticesService {
  constructor(
    @InjectModel(InteracNotice.name) private readonly notices: Model<InteracNotice>,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
  ) {}

  async list(query: Record<string, unknown>) {
    const { found, pagination } = await readList(this.notices, parseListQuery(query, noticeListSpec));
    return { notices: found, pagination };
  }

  /** Stores the notification in a mail. Throws a 400 for any other mail. */
  async addMail(bytes: Buffer, caller: Caller) {
    if (bytes.subarray(0, outlookFile.length).equals(outlookFile))
      throw new BadRequestException(reconciliationMessages.noticeOutlookFile);
    const texts = await readMail(bytes).catch((error: unknown) => {
      if (error instanceof HttpException) throw error;
      throw new BadRequestException(reconciliationMessages.noticeUnreadable);
    });
    return this.store(bestReading(texts.map(parseNotice)), caller);
  }

  /**
   * Stores a notification once: `isNew` is false where it was stored before, and a reading that has more fills it in.
   * Throws a 400 for any other text, and 409 where it says something else than the stored one.
   */
  addText(text: string, caller: Caller): Promise<{ notice: InteracNotice; isNew: boolean }> {
    return this.store(parseNotice(text), caller);
  }

  private async store(parsed: ParsedNotice | NoticeRefusal, caller: Caller) {
    if (typeof parsed === 'string') throw new BadRequestException(refusals[parsed]);
    try {
      return await this.storeOnce(parsed, caller);
    } catch (error) {
      // Another request has stored it at the same moment.
      if (!isDuplicateKey(error)) throw error;
      return this.storeOnce(parsed, caller);
    }
  }

  private storeOnce(parsed: ParsedNotice, caller: Caller) {
    const fields = readFields(parsed);
    const numberKey = textKey(parsed.referenceNumber);
    return this.unitOfWork.run(async (unit) => {
      const known = await this.notices
        .findOne({ numberKey })
        .session(unit.session)
        .select('+corrected')
        .lean();
      if (known) {
        const notice = await this.improve(known, fields, caller, unit);
        return { notice, isNew: false };
      }
      const _id = new Types.ObjectId();
      const keys = { numberKey, senderKey: payerNameKey(fields.sender) };
      await this.notices.create([{ _id, ...fields, ...keys, createdBy: caller.by }], {
        session: unit.session,
      });
      const notice = await this.stored(_id, unit);
      const change = { after: notice, caller, action: 'create' as const, fields: fieldChanges({}, fields) };
      await this.changes.record('interac-notices', change, unit);
      return { notice: await this.shown(_id, unit), isNew: true };
    });
  }

  /**
   * Takes what another reading of a known notification has in addition; what a person has corrected stays. Throws 409 where
   * they differ: notices can be forged, so that a person has to correct the stored one.
   */
  private async improve(
    known: InteracNotice,
    read: ReturnType<typeof readFields>,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<InteracNotice> {
    const said = (['amount', 'sender', 'message'] as const).filter(
      (field) =>
        read[field] &&
        read[field] !== known[field] &&
        !(known.corrected as readonly string[] | undefined)?.includes(field),
    );
    const shown = (value: string | number) =>
      typeof value === 'number' ? formatNamedMoney(value, known.currency) : `“${value}”`;
    const different = said.filter((field) => known[field]);
    if (different.length)
      throw new ConflictException(
        reconciliationMessages.noticeDiffers(
          known.referenceNumber,
          different.map((field) => `${field}: ${shown(known[field])} or ${shown(read[field])}`).join(', '),
        ),
      );
    if (!said.length) return this.shown(known._id, unit);
    const added = Object.fromEntries(said.map((field) => [field, read[field]]));
    return this.write(known._id, added, caller, unit);
  }

  /** Corrects what a person reads otherwise. Throws 404, or 409 for another version than `version`. */
  correct(id: Id, { sender, message, version }: InteracNoticeInput, caller: Caller): Promise<InteracNotice> {
    const fields = {
      ...(sender !== undefined && { sender: sender ?? '' }),
      ...(message !== undefined && { message: message ?? '' }),
    };
    return this.unitOfWork.run(async (unit) => {
      const before = await this.stored(id, unit);
      if (version !== before.version) throw new EditConflictException();
      const changed = fieldChanges({ ...before, ...fields }, before).map(({ field }) => field);
      if (!changed.length) return this.shown(id, unit);
      return this.write(id, { ...fields, $addToSet: { corrected: { $each: changed } } }, caller, unit);
    });
  }

  /** Deletes a notice; what is matched by it stays. Throws 404. */
  async delete(id: Id, caller: Caller): Promise<void> {
    await this.unitOfWork.run(async (unit) => {
      const before = await this.stored(id, unit);
      await this.notices.deleteOne({ _id: id }, { session: unit.session });
      await this.changes.record('interac-notices', { before, caller, action: 'delete' }, unit);
    });
  }

  private async write(
    id: Id,
    {
      $addToSet,
      ...fields
    }: Partial<Pick<InteracNotice, 'amount' | 'sender' | 'message'>> & { $addToSet?: object },
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<InteracNotice> {
    const before = await this.stored(id, unit);
    const keys = fields.sender === undefined ? {} : { senderKey: payerNameKey(fields.sender) };
    await this.notices.updateOne(
      { _id: id },
      { $set: { ...fields, ...keys }, $inc: { version: 1 }, ...($addToSet && { $addToSet }) },
      { session: unit.session },
    );
    const after = await this.stored(id, unit);
    await this.changes.record('interac-notices', { before, after, caller, action: 'update' }, unit);
    return this.shown(id, unit);
  }

  /** Returns a notice with its keys. Throws 404. */
  private async stored(id: Id, { session }: UnitOfWork): Promise<InteracNotice> {
    const notice = await this.notices.findById(id).session(session).select('+numberKey +senderKey').lean();
    if (!notice) throw new NotFoundException(reconciliationMessages.noticeNotFound);
    return notice;
  }

  private shown(id: Id, { session }: UnitOfWork): Promise<InteracNotice> {
    return this.notices.findById(id).session(session).lean().orFail();
  }
}
