import type { StatementDraft } from '#domain/bank/reconciliation';
import { TestApp } from '../../testing/test-app.js';
import { bankFile, createAccount, sayYes, upload } from '../../testing/reconciliation.js';

describe('the reading of a draft', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const draftOf = async (file: string, account = 'CAD') =>
    (await upload(app, await createAccount(app, 'RBC', account), file).expect(201)).body as StatementDraft;
  const show = async ({ _id }: StatementDraft) =>
    (await app.admin.get(`/api/statements/${_id}`).expect(200)).body as StatementDraft;
  const files = () => app.connection.collection('statementfiles');
  const fileOf = (draft: StatementDraft) => files().findOne({ size: { $exists: false }, ...idOf(draft) });
  const idOf = ({ _id }: StatementDraft) => ({ _id: new app.connection.base.Types.ObjectId(_id) });

  it('is stored: the draft is shown and imported by it, and the file is not read again', async () => {
    const draft = await draftOf(bankFile([{ text: 'JANE', amount: 5 }]));
    await files().updateOne(idOf(draft), { $set: { bytes: Buffer.from('no bank file') } });
    expect(await show(draft)).toEqual(draft);
    const excluded = await app.admin.put(`/api/statements/${draft._id}/mapping`).send({ excluded: [2] });
    expect(excluded.body).toMatchObject({ preview: { new: 0, skipped: { excluded: 1 } } });
  });

  it('is stored anew with each answer, and goes with the import', async () => {
    const draft = await draftOf(bankFile([{ text: 'JANE', amount: 5 }]));
    const said = await sayYes(app, draft._id);
    await files().updateOne(idOf(draft), { $set: { bytes: Buffer.from('no bank file') } });
    expect(await show(draft)).toEqual(said);
    const { body } = await app.admin.post(`/api/statements/${draft._id}/import`).expect(200);
    expect(body).toMatchObject({ imported: 1 });
    expect(await fileOf(draft)).not.toHaveProperty('reading');
  });

  it('is made again where the account has changed, and for drafts of before', async () => {
    const draft = await draftOf(
      'Date,Description,Amount,Currency\n2026-11-21,A,5.00,CAD\n2026-11-22,B,6.00,USD',
    );
    expect(draft.preview).toMatchObject({ new: 1, total: 5 });
    const account = { name: 'RBC', currency: 'USD' };
    await app.admin.put(`/api/bank-accounts/${draft.bankAccountId}`).send(account).expect(200);
    expect((await show(draft)).preview).toMatchObject({ new: 1, total: 6 });
    await files().updateOne(idOf(draft), { $unset: { reading: '', readingKey: '' } });
    expect((await show(draft)).preview).toMatchObject({ new: 1, total: 6 });
    expect(await fileOf(draft)).toHaveProperty('reading');
  });
});
