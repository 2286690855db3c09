import type mongoose from 'mongoose';
import type { Migration } from './migration.js';

type Id = mongoose.Types.ObjectId;

interface Mail {
  _id: Id;
  key: string;
  paymentId?: Id;
  createdAt: Date;
}

interface Payment {
  _id: Id;
  reminders?: { at: Date; mailId: Id; number?: number }[];
}

/** Records on each payment the reminders whose mails are still stored. */
export const remindersMigration: Migration = {
  number: 10,
  name: 'reminders',
  async run(database) {
    const mails = database.collection<Mail>('mails').find({ kind: 'reminder' } as never, {
      projection: { key: 1, paymentId: 1, createdAt: 1 },
      sort: { paymentId: 1, createdAt: 1, _id: 1 },
      allowDiskUse: true,
    });
    let paymentId: Id | undefined;
    let reminders: NonNullable<Payment['reminders']> = [];
    const store = async () => {
      if (paymentId)
        await database
          .collection<Payment>('payments')
          .updateOne({ _id: paymentId, reminders: null as never }, { $set: { reminders } });
    };
    for await (const { _id: mailId, key, createdAt, ...mail } of mails) {
      if (!mail.paymentId) continue;
      if (!paymentId?.equals(mail.paymentId)) {
        await store();
        paymentId = mail.paymentId;
        reminders = [];
      }
      // "reminder:<payment>:2" is an automatic one; the others end in an id.
      const number = /:(\d{1,3})$/.exec(key)?.[1];
      reminders.push({ at: createdAt, mailId, ...(number && { number: Number(number) }) });
    }
    await store();
  },
};
