import { BadRequestException, HttpException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { toAmount } from '#domain/money';
import { payerNameKey } from '#domain/names';
import { reconciliationMessages } from '#domain/reconciliation';
import { ChangesService } from '../../changes/changes.service.js';
import { TransactionsService } from '../../database/transactions/transactions.service.js';
import type { Caller } from '../../http/caller.decorator.js';
import { parseNotice } from './interac-notice.js';
import { readMail } from './read-mail.js';
import { InteracNotice } from './interac-notice.schema.js';
import { textKey } from '../matching/normalize.js';

/** Reads and writes Interac notices; no other service writes them. */
@Injectable()
export class InteracNoticesService {
  constructor(
    @InjectModel(InteracNotice.name) private readonly notices: Model<InteracNotice>,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
  ) {}

  /** Stores the notification in a mail. Throws a 400 for any other mail. */
  async addMail(bytes: Buffer, caller: Caller) {
    const text = await readMail(bytes).catch((error: unknown) => {
      if (error instanceof HttpException) throw error;
      throw new BadRequestException(reconciliationMessages.noticeUnreadable);
    });
    return this.addText(text, caller);
  }

  /** Stores a notification once: `isNew` is false where it was stored before. Throws a 400 for any other text. */
  async addText(text: string, caller: Caller): Promise<{ notice: InteracNotice; isNew: boolean }> {
    const parsed = parseNotice(text);
    if (!parsed) throw new BadRequestException(reconciliationMessages.noticeUnreadable);
    const { referenceNumber, cents, sender, message } = parsed;
    const numberKey = textKey(referenceNumber);
    const known = await this.notices.findOne({ numberKey }).lean();
    if (known) return { notice: known, isNew: false };
    const senderKey = payerNameKey(sender);
    try {
      const notice = await this.unitOfWork.run(async (unit) => {
        const fields = {
          referenceNumber,
          amount: toAmount(cents),
          currency: 'CAD' as const,
          sender,
          message,
        };
        const _id = new Types.ObjectId();
        await this.notices.create([{ _id, ...fields, numberKey, senderKey, createdBy: caller.by }], {
          session: unit.session,
        });
        const after = { _id, numberKey, senderKey };
        const shown = Object.entries(fields).map(([field, to]) => ({ field, from: null, to }));
        await this.changes.record(
          'interac-notices',
          { after, caller, action: 'create', fields: shown },
          unit,
        );
        return this.notices.findById(_id).session(unit.session).lean().orFail();
      });
      return { notice, isNew: true };
    } catch (error) {
      // Another request has stored it at the same moment.
      const twin =
        (error as { code?: unknown }).code === 11000
          ? await this.notices.findOne({ numberKey }).lean()
          : null;
      if (twin) return { notice: twin, isNew: false };
      throw error;
    }
  }
}
