import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { TestApp } from '../../testing/test-app.js';
import { BankTransaction } from '../transactions/bank-transaction.schema.js';
import { storedOf } from './stored-rows.js';
import { bankFile, createAccount, importFile, upload } from '../../testing/reconciliation.js';

describe('the stored transactions that are compared with a file', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  it('are those of its days and of the days near them, however far these are apart', async () => {
    const account = await createAccount(app);
    const days = ['2019-06-15', '2026-11-17', '2026-11-18', '2026-11-21', '2026-11-24', '2026-11-25'];
    await importFile(app, account, bankFile(days.map((day) => ({ day, amount: 5, text: day }))));
    const { collection } = app.app.get<Model<BankTransaction>>(getModelToken(BankTransaction.name));
    const foundFor = async (...wanted: string[]) => {
      const rows = wanted.map((day) => ({ day }));
      return (await storedOf(collection, new Types.ObjectId(account), rows)).map(({ day }) => day).sort();
    };
    expect(await foundFor('1990-01-01', '2026-11-21', '2026-11-21')).toEqual([
      '2026-11-18',
      '2026-11-21',
      '2026-11-24',
    ]);
    expect(await foundFor()).toEqual([]);
  });

  it('are all that the file needs: a row dated decades ago leaves the others known', async () => {
    const account = await createAccount(app);
    const rows = [
      { day: '2026-11-01', amount: 5, text: 'A' },
      { day: '2026-11-30', amount: 6, text: 'B' },
    ];
    await importFile(app, account, bankFile(rows));
    const { body } = await upload(
      app,
      account,
      bankFile([...rows, { day: '1990-01-01', amount: 7, text: 'C' }]),
    ).expect(201);
    expect(body.preview).toMatchObject({ known: 2, new: 1, suspected: [] });
  });
});
